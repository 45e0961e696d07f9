import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { createElement, type FormEvent, Fragment, type ReactElement, useState } from "react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { authSentence } from "../../../web/src/app/authErrors.ts";
import { readFilledFields } from "../../../web/src/app/readFilledFields.ts";
import { SignInPage } from "../../../web/src/customer/account/SignInPage.tsx";
import { SignUpPage } from "../../../web/src/customer/account/SignUpPage.tsx";
import { usePasswordSignIn } from "../../../web/src/customer/account/usePasswordSignIn.tsx";
import { mounted } from "../../support/mounted.ts";

const amplify = vi.hoisted(() => ({ signIn: vi.fn(), answerCode: vi.fn() }));
vi.mock("../../../web/src/app/amplify.ts", () => amplify);
vi.mock("../../../web/src/app/recordSignIn.ts", () => ({
  recordSignIn: async () => undefined,
  endFormer: async () => undefined,
}));
vi.mock("../../../web/src/app/session.ts", () => ({
  readSession: () => null,
  keepSession: () => undefined,
  dropSession: () => undefined,
}));

/** Replaces the session storage, which all pages of a tab share. */
const kept = vi.hoisted(() => new Map<string, string>());
vi.mock("../../../web/src/app/storage.ts", async (original) => {
  const { readStored, writeStored } = await original<typeof import("../../../web/src/app/storage.ts")>();
  return {
    readStored: (area: "localStorage" | "sessionStorage", key: string) =>
      area === "sessionStorage" ? (kept.get(key) ?? null) : readStored(area, key),
    writeStored: (area: "localStorage" | "sessionStorage", key: string, value: string | null) => {
      if (area === "localStorage") writeStored(area, key, value);
      else if (value === null) kept.delete(key);
      else kept.set(key, value);
    },
  };
});

const named = (name: string): Error => Object.assign(new Error("refused"), { name });

const openPage = () =>
  mounted([{ path: "/", element: createElement(SignInPage, { query: new URLSearchParams() }) }], "/");

/** Is like the site's forms, but shows the outcome of the sign-in. */
function Form(): ReactElement {
  const { codeField, signIn } = usePasswordSignIn();
  const [said, say] = useState("");
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    signIn("ada@example.com", "Correct-Horse7").then(
      (isDone) => say(isDone ? "Signed in" : ""),
      (error: unknown) => say(authSentence(error) ?? "Unknown"),
    );
  };
  return createElement("form", { onSubmit: submit }, createElement(Fragment, null, codeField, said));
}
const open = () => mounted([{ path: "/", Component: Form }], "/");
const FIELD = "Authenticator code";

beforeEach(() => {
  kept.clear();
  amplify.signIn.mockReset().mockResolvedValue({ userId: "ada" });
  amplify.answerCode.mockReset().mockResolvedValue({ userId: "ada" });
});

describe("a form with a password", () => {
  test.each([
    ["without an input event", true],
    ["by a script of the page", false],
  ])("reads fields that were filled %s", async (_how, isForeign) => {
    // A second factor is required, so the page stays open.
    amplify.signIn.mockRejectedValue(named("SecondFactorRequired"));
    const page = await openPage();
    readFilledFields(document);
    const fill = isForeign
      ? page.put
      : (label: string, value: string) => {
          const field = [...document.querySelectorAll("label")].find(
            ({ textContent }) => textContent === label,
          );
          Object.assign(field?.control ?? {}, { value });
        };
    fill("Email", "ada@example.com");
    fill("Password", "Correct-Horse7");
    await page.submit();
    expect(page.words()).not.toContain("is required");
    await vi.waitFor(() => expect(amplify.signIn).toHaveBeenCalledWith("ada@example.com", "Correct-Horse7"));
  });

  test("can be sent at the sign-up page once the pointer moves over the form that an extension has filled", async () => {
    const page = await mounted(
      [{ path: "/", element: createElement(SignUpPage, { query: new URLSearchParams() }) }],
      "/",
    );
    readFilledFields(document);
    page.put("Email", "ada@example.com");
    page.put("Password", "Correct-Horse7");
    page.put("Confirm password", "Correct-Horse7");
    const button = document.querySelector<HTMLButtonElement>("button[type=submit]");
    expect(button?.disabled).toBe(true);
    await page.approach();
    expect(button?.disabled).toBe(false);
  });

  test("says how to allow cookies in a browser that blocks them", async () => {
    const page = await open();
    Object.defineProperty(window, "localStorage", {
      get: () => {
        throw new DOMException("denied", "SecurityError");
      },
    });
    await page.submit();
    expect(page.words()).toContain("blocks cookies and site data");
    expect(page.words()).toContain("Allow them for this site in your browser's settings");
    expect(amplify.signIn).not.toHaveBeenCalled();
  });

  test("asks for no code without a second factor", async () => {
    const page = await open();
    await page.submit();
    expect(page.words()).toBe("Signed in");
  });

  test("has a field for the code with a second factor, and sends the typed code", async () => {
    amplify.signIn.mockRejectedValue(named("SecondFactorRequired"));
    const page = await open();
    await page.submit();
    expect(page.words()).toBe(FIELD);
    await page.type(FIELD, "123 456");
    await page.submit();
    expect(amplify.answerCode).toHaveBeenCalledExactlyOnceWith("123456");
    expect(page.words()).toBe("Signed in");
  });

  test("keeps the field after a refused code, and starts again with the password if the sign-in has ended", async () => {
    amplify.signIn.mockRejectedValue(named("SecondFactorRequired"));
    const page = await open();
    await page.submit();
    await page.type(FIELD, "123456");
    amplify.answerCode.mockRejectedValue(named("CodeMismatchException"));
    await page.submit();
    expect(page.words()).toContain("Enter the current code from your authenticator app");
    expect(page.words()).toContain(FIELD);
    // The code that turned on the second factor gets this error if it is entered again.
    amplify.answerCode.mockRejectedValue(named("ExpiredCodeException"));
    await page.submit();
    expect(page.words()).toContain("That code was used already. Wait for the next code");
    expect(page.words()).toContain(FIELD);
    amplify.answerCode.mockRejectedValue(named("NotAuthorizedException"));
    await page.submit();
    expect(page.words()).toBe("Incorrect email or password.");
  });
});

test("only the sign-up, the two forms for a new password and usePasswordSignIn open a session", () => {
  const root = path.resolve(import.meta.dirname, "../../..");
  const callers = globSync("web/src/**/*.{ts,tsx}", { cwd: root }).filter((file) =>
    /await openSession\(/.test(readFileSync(path.join(root, file), "utf8")),
  );
  expect(callers.map((file) => path.basename(file)).sort()).toEqual([
    "ChangePassword.tsx",
    "ResetPassword.tsx",
    "SignUpPage.tsx",
    "usePasswordSignIn.tsx",
  ]);
});

describe("an invitation to a team", () => {
  const LINK = "owner.seat.secret/boss%40example.com/ada%40example.com";
  const pages = [
    ["sign-up", SignUpPage],
    ["sign-in", SignInPage],
  ] as const;
  const open = (Page: typeof SignUpPage, next: string) =>
    mounted([{ path: "/", element: createElement(Page, { query: new URLSearchParams({ next }) }) }], "/");

  beforeEach(() => void kept.set("invitation", LINK));

  test.each(pages)("names the inviting customer at %s and fills in the address", async (_name, Page) => {
    const page = await open(Page, "/join-team");
    expect(page.valueOf("Email")).toBe("ada@example.com");
    expect(page.words()).toContain("Your link says that boss@example.com invited you to a seat in a team.");
    const other = await open(Page, "/dashboard");
    expect(other.words()).not.toContain("boss@example.com");
  });

  test("shows no part of its link that is not an address", async () => {
    kept.set("invitation", "owner.seat.secret/Call-%2B1-555!now%40x/<b>%40example.com");
    const page = await open(SignUpPage, "/join-team");
    expect(page.valueOf("Email")).toBe("");
    expect(page.words()).not.toContain("Your link says");
  });

  test.each(pages)(
    "keeps an address that was typed at %s when either page opens again",
    async (_name, Page) => {
      const page = await open(Page, "/join-team");
      await page.type("Email", "ada@work.example");
      for (const [, again] of pages)
        expect((await open(again, "/join-team")).valueOf("Email")).toBe("ada@work.example");
    },
  );
});
