import { expect, test } from "vitest";
import { BRAND } from "#shared/brand.ts";
import { call } from "../support/api.ts";
import {
  browser,
  expectAccessible,
  expectFocus,
  expectNone,
  expectNoSidewaysScroll,
} from "../support/browser.ts";
import { settle } from "../support/control.ts";
import { mailedCode, mailTo } from "../support/mail.ts";
import { newEmail, PASSWORD, signInOperator, signInPerson, signUpPerson } from "../support/people.ts";
import { signInAt } from "../support/signedIn.ts";

const { visit } = browser();
const OTHER_PASSWORD = "Another-Horse8";

test("a form shows a field's error only after the visitor has left the field", async () => {
  const { page } = await visit();
  await page.goto("/signup");
  const password = page.getByLabel("Password", { exact: true });
  const again = page.getByLabel("Confirm password");
  await password.fill("short");
  await expectNone(page.getByText("Password must be at least 8 characters"));
  await page.getByLabel("Email").focus();
  await page.getByText("Password must be at least 8 characters").waitFor();
  await password.fill(PASSWORD);
  await page.getByLabel("Email").focus();
  await expectNone(page.getByText("Password confirmation is required"));
  await again.focus();
  await page.getByLabel("Email").focus();
  await page.getByText("Password confirmation is required").waitFor();
  await again.fill("Something-Else9");
  await page.getByText("Passwords do not match").waitFor();
  await password.fill("Something-Else9");
  await expectNone(page.getByText("Passwords do not match"));
});

test("a customer resets a forgotten password with a mailed code, which also confirms the address", async () => {
  const { email } = await signUpPerson();
  const { page } = await visit({ width: 360, dark: true });
  await page.goto("/login?next=/dashboard/seats");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("link", { name: "Forgot password?" }).click();
  const address = page.getByLabel("Email");
  await page.getByRole("heading", { name: "Forgot your password?" }).waitFor();
  await expect.poll(() => address.inputValue()).toBe(email);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Send code" }).click();

  const code = page.getByLabel("Code");
  await code.waitFor();
  expect(await code.getAttribute("autocomplete")).toBe("one-time-code");
  expect(await page.getByLabel("New password").getAttribute("autocomplete")).toBe("new-password");
  await code.fill("000000");
  await page.getByLabel("New password").fill(OTHER_PASSWORD);
  expect(await page.getByLabel("New password").getAttribute("type")).toBe("password");
  await page.getByLabel("Confirm password").fill("Something-Else9");
  await page.getByText("Passwords do not match").waitFor();
  const change = page.getByRole("button", { name: "Change password" });
  await change.and(page.locator(":disabled")).waitFor();
  await page.getByLabel("Confirm password").fill(OTHER_PASSWORD);
  await change.click();
  await page.getByText("That code is incorrect.").waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  // A wrong code leaves the other fields filled.
  await expect.poll(() => page.getByLabel("New password").inputValue()).toBe(OTHER_PASSWORD);
  await code.fill(await mailedCode(email));
  await change.click();
  await page.getByText("Password changed. Redirecting...").waitFor();
  await page.waitForURL("**/dashboard/seats");
  await expectNone(page.getByText("Confirm your email address"));
});

test("a customer resets the password with the code that the operator has sent, without requesting a new code", async () => {
  const { email, userId } = await signUpPerson();
  const { accessToken } = await signInOperator();
  const { status } = await call("accounts/sendPasswordReset", { userId }, { token: accessToken });
  expect(status).toBe(200);
  // Requesting a new code would invalidate the code that the operator has sent.
  const code = await mailedCode(email);
  const { page } = await visit({ width: 360 });
  await page.goto("/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByText("Your password must be reset.").waitFor();
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await page.getByRole("heading", { name: "Forgot your password?" }).waitFor();
  await page.getByRole("button", { name: "I already have a code" }).click();
  await page.getByText(`Enter the code we emailed to ${email}.`).waitFor();
  await expectAccessible(page);
  await page.getByLabel("Code").fill(code);
  await page.getByLabel("New password").fill(OTHER_PASSWORD);
  await page.getByLabel("Confirm password").fill(OTHER_PASSWORD);
  await page.getByRole("button", { name: "Change password" }).click();
  await page.getByText("Password changed. Redirecting...").waitFor();
  await page.waitForURL("**/dashboard");
});

test("a password reset does not reveal whether an account exists", async () => {
  const { page } = await visit();
  await page.goto("/forgot-password");
  await page.getByLabel("Email").fill("no-one-at-all@example.com");
  await page.getByRole("button", { name: "Send code" }).click();
  await page.getByText("If there is an account for no-one-at-all@example.com").waitFor();
});

test("the banner about an unconfirmed address opens the form for the code, and the right code removes the banner", async () => {
  const person = await signUpPerson();
  const { page } = await visit({ as: person });
  await page.goto("/dashboard");
  await page.getByText("Confirm your email address").waitFor();
  await page.getByRole("button", { name: "Send code" }).click();
  await page.waitForURL("**/confirm-email");
  await page.getByText("It expires in 15 minutes.").waitFor();
  await expectAccessible(page);
  const code = page.getByLabel("Code");
  const confirm = page.getByRole("button", { name: "Confirm" });
  await code.fill("12");
  await confirm.click();
  await page.getByText("Enter the six digits from the email").waitFor();
  const right = await mailedCode(person.email);
  await code.fill(right === "000001" ? "000002" : "000001");
  await confirm.click();
  await page.getByText("That code is incorrect. 4 tries left.").waitFor();
  await expectFocus(code);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Send a new code" }).click();
  await page.getByText("A code was just sent. Please wait a minute.").waitFor();
  await code.fill(`${right.slice(0, 3)} ${right.slice(3)}`);
  await page.keyboard.press("Enter");
  await page.getByText("Your email address is confirmed. Redirecting...").waitFor();
  await page.waitForURL("**/dashboard");
  await page.getByRole("heading", { name: `Welcome to ${BRAND.name}` }).waitFor();
  await expectNone(page.getByText("Confirm your email address"));
});

test("a customer can dismiss the request to confirm the address, and a reload does not show it again", async () => {
  const person = await signUpPerson();
  const { page } = await visit({ as: person });
  await page.goto("/dashboard");
  await page.getByRole("button", { name: "Later" }).click();
  await expectNone(page.getByText("Confirm your email address"));
  await page.reload();
  await page.getByRole("heading", { name: `Welcome to ${BRAND.name}` }).waitFor();
  await expectNone(page.getByText("Confirm your email address"));
});

test("a new password on the account page signs out every other browser", async () => {
  const person = await signUpPerson();
  const { page } = await visit({ as: person });
  await page.goto("/dashboard/account");
  await page.getByRole("button", { name: "Change password" }).click();
  const fill = async (password: string): Promise<void> => {
    await page.getByLabel("New password").fill(password);
    await page.getByLabel("Confirm password").fill(password);
    await page.getByRole("button", { name: "Change password" }).click();
  };
  await fill("Password1");
  await page.getByText("This password is too common.").waitFor();
  await expectAccessible(page);
  await fill(OTHER_PASSWORD);
  await page.getByText("Your password was changed. Every other browser is signed out.").waitFor();
  // This browser gets a new session and stays signed in.
  await page.getByText("This browser").waitFor();
  expect((await call("accounts/getAccount", {}, { token: person.accessToken })).body.code).toBe(
    "SESSION_ENDED",
  );
  await settle();
  const mails = (await mailTo(person.email)).map(({ subject }) => subject);
  expect(mails).toContain(`Your ${BRAND.name} account: password changed`);
  expect((await signInPerson(person.email, OTHER_PASSWORD)).userId).toBe(person.userId);
});

test("signing out in one tab signs out the other tab, and a session that the API refuses leads to the sign-in page", async () => {
  const person = await signUpPerson();
  const { page, context } = await visit({ as: person, routed: true });
  await page.goto("/dashboard");
  const second = await context.newPage();
  await second.goto("/dashboard/seats");
  await second.getByRole("heading", { name: "Assigned Seats" }).waitFor();
  const held = Promise.withResolvers<void>();
  await page.route("**/amplify-*.js", async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.getByRole("button", { name: "Sign Out" }).first().click();
  await page.getByRole("button", { name: "Signing out..." }).first().waitFor({ state: "attached" });
  held.resolve();
  await page.waitForURL("**/login");
  await second.waitForURL("**/login");
  for (const left of [page, second])
    await expect.poll(() => left.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);
  await page.unroute("**/amplify-*.js");
  // A copy of the token no longer works.
  const copied = await call("accounts/getAccount", {}, { token: person.accessToken });
  expect(copied).toMatchObject({ status: 401, body: { code: "SESSION_ENDED" } });

  // Stores the session at an address without scripts. The sign-in page would act on the session at once.
  await page.goto("/config.json");
  await page.evaluate(
    (stored) => void Object.assign(localStorage, stored),
    (await signInPerson(person.email)).stored,
  );
  await page.route("**/backend/api/**", (route) =>
    route.fulfill({
      status: 401,
      json: { error: "User not authenticated", code: "AUTH_ERROR", requestId: "r" },
    }),
  );
  // The page may redirect to the sign-in page before it has loaded.
  await page.goto("/dashboard/seats", { waitUntil: "commit" });
  await page.waitForURL("**/login?next=%2Fdashboard%2Fseats");
  const { accessToken } = await signInPerson(person.email);
  expect((await call("accounts/getAccount", {}, { token: accessToken })).status).toBe(200);
});

test("while the API starts the session, the sign-in page sends no other call", async () => {
  const person = await signInPerson((await signUpPerson()).email);
  const { page } = await visit({ clock: true, routed: true });
  const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const others: string[] = [];
  await page.route("**/backend/api/**", async (route) => {
    const { pathname } = new URL(route.request().url());
    // An OPTIONS request only warms a function while the person types.
    if (route.request().method() === "OPTIONS") return route.continue();
    if (!pathname.endsWith("/api/session")) others.push(pathname);
    else {
      asked.resolve();
      await held.promise;
    }
    await route.continue();
  });
  const entering = signInAt(page, person);
  await asked.promise;
  // A page that did not wait would redirect after one second.
  await page.clock.runFor(2000);
  expect(await page.locator("form button[type=submit][aria-busy=true]").count()).toBe(1);
  expect(others).toEqual([]);
  held.resolve();
  await entering;
  await page.getByRole("button", { name: "Sign Out" }).first().waitFor();
  expect(others.length).toBeGreaterThan(0);
});

test("on the account page, a customer changes the name and the address, ends another session and signs out everywhere", async () => {
  const person = await signUpPerson();
  const { page } = await visit({ width: 360, as: person });
  await page.goto("/dashboard/account");
  await page.getByRole("button", { name: "Add name" }).waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole("button", { name: "Add name" }).click();
  await page.getByLabel("Name").fill("Ann Example");
  await page.getByRole("button", { name: "Save name" }).click();
  await page.getByText("Ann Example").waitFor();

  const next = newEmail("moved");
  await page.getByRole("button", { name: "Change email" }).click();
  await page.getByLabel("New email").fill(next);
  await page.getByRole("button", { name: "Send code" }).click();
  await page.getByText(`Your address stays ${person.email} until you do.`).waitFor();
  await expectAccessible(page);
  await page.getByLabel("Code").fill(await mailedCode(next));
  await page.getByRole("button", { name: "Change email" }).click();
  await page.getByText("Your email address was changed. Sign in with the new one.").waitFor();
  await settle();
  const before = (await mailTo(person.email)).map(({ subject }) => subject);
  expect(before).toContain(`Your ${BRAND.name} account: email address changed`);

  await page.getByLabel("Email").fill(next);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL("**/dashboard/account");
  // The URL changes before the page appears.
  await page.getByText("This browser").waitFor();
  await signInPerson(next, PASSWORD);
  await settle();
  await page.reload();
  const others = page.getByRole("list", { name: "Sessions" }).getByRole("button");
  await others.click();
  await page.getByText("That browser is signed out.").waitFor();
  await expectNone(others);
  await page.getByRole("button", { name: "Sign out everywhere" }).click();
  const ask = page.getByRole("alertdialog", { name: "Sign out every browser?" });
  await ask.getByText("This browser is signed out too.").waitFor();
  await ask.getByRole("button", { name: "Sign out everywhere" }).click();
  await page.getByText("You are signed out everywhere.").waitFor();
});
