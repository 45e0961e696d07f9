import type { Route } from "playwright-core";
import { expect, test } from "vitest";
import { totpCode } from "#local-aws";
import { newTemporaryPassword } from "../../functions/platform/random.ts";
import { operatorPlace } from "../../local/seed/operator.ts";
import { endOperatorSessions, joinOperators, makeOperatorAccount } from "../../scripts/operator/accounts.ts";
import { operatorHash } from "../../scripts/operator/hash.ts";
import { STATS } from "../support/backOfficeAnswers.ts";
import { answerBackOffice } from "../support/backOfficePage.ts";
import { BROKEN, browser, expectAccessible } from "../support/browser.ts";
import { settle } from "../support/control.ts";
import { admittedOperator, enterBackOffice, passDoor } from "../support/enter.ts";
import { mailTo } from "../support/mail.ts";
import { newEmail, PASSWORD, signInPerson } from "../support/people.ts";
import { stack } from "../support/running.ts";

const { visit } = browser();
const STORED = () => [localStorage.getItem("adminAuthenticated"), localStorage.getItem("adminTab")];

test("the back office refuses a customer's address and an operator's wrong password, each with its reason", async () => {
  const { page } = await visit({ width: 360 });
  await page.goto("/admin-dashboard");
  await page.waitForURL("**/admin");
  await page.getByRole("heading", { name: "Admin Access" }).waitFor();
  await page.getByRole("button", { name: "Access Admin Panel" }).click();
  await page.getByText("Email is required").waitFor();
  await page.getByText("Password is required").waitFor();
  await passDoor(page, stack().customer);
  await page.getByText("Access Denied: Only the primary admin account is authorized").waitFor();
  await passDoor(page, { email: stack().operator.email.toUpperCase(), password: "Not-the-one1" });
  await page.getByText("Access Denied: Incorrect email or password.").waitFor();
  await page.getByRole("button", { name: "Show password" }).click();
  await expect.poll(() => page.getByLabel("Password", { exact: true }).getAttribute("type")).toBe("text");
  await expectAccessible(page);
  expect(await page.evaluate(STORED)).toEqual([null, null]);
});

test("a path in uppercase letters opens its tab, the browser remembers the last tab, and signing out leads to the sign-in form", async () => {
  const { page, context } = await visit({ allowed: BROKEN });
  await answerBackOffice(page);
  await page.goto("/admin/PROMOTIONS");
  await page.getByRole("heading", { name: "Admin Access" }).waitFor();
  await passDoor(page, stack().operator);
  await page.getByRole("heading", { name: "Promotions", level: 1 }).waitFor();
  await page
    .getByRole("region", { name: "Quick Stats" })
    .getByText(STATS.total_users.toLocaleString())
    .waitFor();
  const nav = page.getByRole("navigation", { name: "Back office" });
  for (const [label, path] of [
    ["User Management", "/admin/users"],
    ["System Overview", "/admin"],
    ["Key Management", "/admin/keys"],
  ] as const) {
    await nav.getByRole("link", { name: label }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: label, level: 1 }).waitFor();
    await expect.poll(() => new URL(page.url()).pathname).toBe(path);
  }
  const second = await context.newPage();
  await answerBackOffice(second);
  await second.goto("/admin");
  await second.getByRole("heading", { name: "Key Management", level: 1 }).waitFor();
  expect(new URL(second.url()).pathname).toBe("/admin/keys");
  expect(await page.evaluate(STORED)).toEqual(["true", "keys"]);

  // The request to end the session fails, so the operator stays signed in.
  await second.route("**/api/admin/session/end", (route) => route.abort());
  await second.getByRole("button", { name: "Sign Out" }).click();
  await second.getByText("Sign out failed. Please try again.").waitFor();
  expect(await second.evaluate(STORED)).toEqual(["true", "keys"]);
  await page.getByRole("button", { name: "Sign Out" }).click();
  await page.getByRole("heading", { name: "Admin Access" }).waitFor();
  await second.getByRole("heading", { name: "Admin Access" }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/admin");
  expect(await page.evaluate(STORED)).toEqual([null, "keys"]);
});

test("the back office removes the stored operator flag if the session belongs to another address, or if the server refuses the session", async () => {
  const { page } = await visit();
  await page.goto("/login");
  await page.evaluate(() => {
    const session = { userId: "u", email: "other@example.com", accessToken: "t", expiresAt: 4e9 };
    localStorage.setItem("operatorSession", JSON.stringify(session));
    localStorage.setItem("adminAuthenticated", "true");
  });
  await page.goto("/admin/settings");
  await page.getByText("Access Denied: Only the primary admin account is authorized").waitFor();
  await expect.poll(() => new URL(page.url()).pathname).toBe("/admin");
  expect(await page.evaluate(STORED)).toEqual([null, null]);

  const refuse = () => ({
    status: 403,
    json: { error: "Operators only.", code: "FORBIDDEN", requestId: "r" },
  });
  await answerBackOffice(page, { "GET /api/admin/system-stats": refuse });
  await passDoor(page, stack().operator);
  await page.getByText("Access Denied: Operators only.").waitFor();
  expect(await page.evaluate(STORED)).toEqual([null, null]);
});

test("half an hour of inactivity ends the operator's session", async () => {
  const { page } = await visit({ as: await admittedOperator() });
  await answerBackOffice(page);
  await page.goto("/admin");
  await page.getByRole("navigation", { name: "Back office" }).waitFor();
  await page.evaluate(() => localStorage.setItem("adminTouched", String(Date.now() - 30 * 60_000)));
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await page.getByText("You were signed out after 30 minutes of inactivity.").waitFor();
  expect(await page.evaluate(() => localStorage.getItem("operatorSession"))).toBeNull();
});

test("a new operator chooses a password and sets up an authenticator, and only its current code opens the back office", async () => {
  const place = operatorPlace(stack());
  const email = newEmail("operator");
  const temporary = newTemporaryPassword();
  const userId = await makeOperatorAccount(place, email, temporary);
  await joinOperators(place, email);
  await endOperatorSessions(place, { userId, email }, new Date(0), false);
  const { page } = await visit({ dark: true });
  const response = await fetch(`${stack().siteUrl}/config.json`);
  const { backOffice, ...rest } = await response.json();
  const operator = operatorHash(backOffice.userPoolId, email);
  await page.route("**/config.json", (route) =>
    route.fulfill({ json: { ...rest, backOffice: { ...backOffice, operator } } }),
  );
  await answerBackOffice(page);
  // This stage's pool requires no second factor, so the test answers as a pool that requires one.
  const secret = "JBSWY3DPEHPK3PXP";
  const cognito = `${stack().operatorPool.endpoint}/**`;
  const asks = (name: string) => (route: Route) =>
    route.request().headers()["x-amz-target"]?.endsWith(`.${name}`) ?? false;
  await page.goto("/admin");
  await passDoor(page, { email, password: temporary });
  await page.getByLabel("New password").fill(PASSWORD);
  await expectAccessible(page);
  let held: string | undefined;
  await page.route(cognito, async (route) => {
    if (asks("RespondToAuthChallenge")(route) && held === undefined) {
      held = await (await route.fetch()).text();
      const ChallengeParameters = { MFAS_CAN_SETUP: '["SOFTWARE_TOKEN_MFA"]', USER_ID_FOR_SRP: userId };
      return route.fulfill({
        json: { ChallengeName: "MFA_SETUP", Session: "s".repeat(20), ChallengeParameters },
      });
    }
    if (asks("AssociateSoftwareToken")(route))
      return route.fulfill({ json: { SecretCode: secret, Session: "t".repeat(20) } });
    if (asks("VerifySoftwareToken")(route)) {
      const { UserCode } = route.request().postDataJSON();
      const step = Math.floor(Date.now() / 30_000);
      return UserCode === totpCode(secret, step) || UserCode === totpCode(secret, step - 1)
        ? route.fulfill({ json: { Status: "SUCCESS", Session: "u".repeat(20) } })
        : route.fulfill({ status: 400, json: { __type: "EnableSoftwareTokenMFAException", message: "no" } });
    }
    if (asks("RespondToAuthChallenge")(route))
      return route.fulfill({ contentType: "application/x-amz-json-1.1", body: held ?? "" });
    return route.fallback();
  });
  await page.keyboard.press("Enter");
  await page.getByRole("img", { name: "QR code of the key" }).waitFor();
  expect(await page.locator("[data-secret]").getAttribute("data-secret")).toBe(secret);
  await expectAccessible(page);
  await page.getByLabel("Code", { exact: true }).fill("000 000");
  await page.keyboard.press("Enter");
  await page
    .getByText("That code is incorrect. Enter the current code from your authenticator app.")
    .waitFor();
  await page.getByLabel("Code", { exact: true }).fill(totpCode(secret, Math.floor(Date.now() / 30_000)));
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "System Overview" }).waitFor();
});

test("an invited reader signs in with the newest mailed password, sees the pages, and loses access once removed", async () => {
  const email = newEmail("reader");
  const { page } = await visit({ as: await admittedOperator() });
  await page.goto("/admin/settings");
  await page.getByLabel("Invite by email").fill(email);
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  const entry = page.getByRole("listitem").filter({ hasText: email });
  await entry.getByText("Has not signed in yet").waitFor();
  await entry.getByRole("button", { name: "Invite again" }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByRole("button", { name: "Invite again" }).click();
  await dialog.waitFor({ state: "detached" });
  await expectAccessible(page);
  await settle();
  const [again = "", first = ""] = (await mailTo(email)).map(({ text }) => /^\w{20}$/m.exec(text)?.[0] ?? "");
  expect(again).not.toBe(first);

  const { page: reader } = await visit({ width: 360, allowed: BROKEN });
  await reader.goto("/admin");
  await passDoor(reader, { email, password: first });
  await reader.getByText("If you were invited to view, check your email and password.").waitFor();
  await passDoor(reader, { email, password: again });
  await reader.getByLabel("New password").fill(PASSWORD);
  await reader.keyboard.press("Enter");
  await reader.getByText("Only the administrator can make changes.").waitFor();
  await reader.goto("/admin/promotions");
  await reader.getByLabel("Hero text").waitFor();
  await expectAccessible(reader);

  await page.reload();
  await entry.getByText("View only").waitFor();
  await entry.getByRole("button", { name: "Remove" }).click();
  await dialog.getByRole("button", { name: "Remove" }).click();
  await entry.waitFor({ state: "detached" });
  await reader.goto("/admin/keys");
  await reader.getByRole("heading", { name: "Admin Access" }).waitFor();
});

test("a customer and the operator can be signed in at the same time in one browser", async () => {
  const { page } = await visit({
    as: await signInPerson(stack().customer.email, stack().customer.password),
  });
  await answerBackOffice(page);
  await enterBackOffice(page);
  const both = () =>
    page.evaluate(() => ["session", "operatorSession"].map((key) => localStorage.getItem(key) !== null));
  expect(await both()).toEqual([true, true]);
  const ended = page.waitForResponse((answer) => answer.url().endsWith("/api/admin/session/end"));
  await page.getByRole("button", { name: "Sign Out" }).click();
  expect((await ended).status()).toBe(200);
  await page.getByRole("heading", { name: "Admin Access" }).waitFor();
  expect(await both()).toEqual([true, false]);
  await page.goto("/dashboard/seats");
  await page.getByRole("heading", { name: "Seats", exact: false }).first().waitFor();
});
