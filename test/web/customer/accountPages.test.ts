import { createElement } from "react";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { REDIRECT_MS } from "../../../web/src/customer/account/afterSignIn.ts";
import { Component as ConfirmEmail } from "../../../web/src/customer/account/ConfirmEmailPage.tsx";
import { SignInPage as SignIn } from "../../../web/src/customer/account/SignInPage.tsx";
import { SignUpPage as SignUp } from "../../../web/src/customer/account/SignUpPage.tsx";
import type { Outcome } from "../../../web/src/customer/account/useAttempt.ts";
import { htmlOf, wordsOf } from "../../support/rendered.ts";

const given = vi.hoisted((): { outcome: unknown } => ({ outcome: null }));
vi.mock("../../../web/src/customer/account/useAttempt.ts", () => ({
  useAttempt: () => ({ outcome: given.outcome, attempt: async () => undefined }),
}));
afterAll(() => vi.restoreAllMocks());
beforeEach(() => {
  given.outcome = null;
});

const shown = async (page: typeof SignIn, outcome: Outcome = null, query = ""): Promise<string> => {
  given.outcome = outcome;
  return await htmlOf(createElement(page, { query: new URLSearchParams(query) }));
};
const FAILED: Outcome = { ok: false, sentence: "Not now." };

test("the success message shows for 1000 ms before the redirect", () => {
  expect(REDIRECT_MS).toBe(1000);
});

describe("the sign-in page", () => {
  test("has email, a hidden password that can be shown, Sign in, and links to sign-up and home", async () => {
    const html = await shown(SignIn);
    const words = wordsOf(html);
    for (const text of ["Email", "Password", "Sign in", "Create an account", "Back to home"])
      expect(words).toContain(text);
    expect(html).toMatch(/<input[^>]*type="password"[^>]*>/);
    expect(html).toContain('aria-label="Show password"');
    expect(html).toMatch(/href="\/signup"/);
    expect(html).toMatch(/href="\/"/);
  });

  test("says 'Login successful! Redirecting...' or 'Login failed', or has the failure's own heading", async () => {
    expect(wordsOf(await shown(SignIn, { ok: true, sentence: undefined }))).toContain(
      "Login successful! Redirecting...",
    );
    expect(wordsOf(await shown(SignIn, FAILED))).toContain("Login failed\nNot now.");
    const heading = "Login failed - no user data returned";
    expect(wordsOf(await shown(SignIn, { ...FAILED, heading }))).toContain(`${heading}\nNot now.`);
  });

  test("says 'Logout failed' only after a sign-out that did not reach Cognito", async () => {
    expect(wordsOf(await shown(SignIn, null, "logout=failed"))).toMatch(
      /Logout failed\nThis browser is signed out/,
    );
    expect(wordsOf(await shown(SignIn))).not.toContain("Logout failed");
  });
});

describe("the sign-up page", () => {
  test("has a checklist of four rules, a password that can be shown, and at first a disabled button", async () => {
    const html = await shown(SignUp);
    const words = wordsOf(html);
    for (const rule of ["8 characters", "uppercase", "lowercase", "number"])
      expect(words.toLowerCase()).toContain(rule);
    expect(words).toContain("Confirm password");
    expect(html).toContain('aria-label="Show password"');
    expect(html).toMatch(/<button type="submit"[^>]*disabled=""[^>]*><span[^>]*>Create account/);
  });

  test("says 'Account created successfully! Redirecting...' or 'Account creation failed'", async () => {
    expect(wordsOf(await shown(SignUp, { ok: true, sentence: undefined }))).toContain(
      "Account created successfully! Redirecting...",
    );
    expect(wordsOf(await shown(SignUp, FAILED))).toContain("Account creation failed\nNot now.");
    const heading = "Account creation failed - no user data returned";
    expect(wordsOf(await shown(SignUp, { ...FAILED, heading }))).toContain(`${heading}\nNot now.`);
  });
});

describe("the page that confirms an address", () => {
  const confirming = async (emailConfirmed: boolean): Promise<string> =>
    wordsOf(await htmlOf(createElement(ConfirmEmail), { email: "ann@example.com", emailConfirmed }));

  test("offers to mail a code, and takes it", async () => {
    expect(await confirming(false)).toMatch(
      /Request a six-digit code, and we'll email it to\nann@example\.com[\s\S]*Confirm\nSend me a code/,
    );
  });

  test("asks for no code once the address is confirmed", async () => {
    const words = await confirming(true);
    expect(words).toContain("Your email address is confirmed. Redirecting...");
    expect(words).not.toMatch(/code/i);
  });
});
