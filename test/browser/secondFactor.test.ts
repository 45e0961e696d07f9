import { expect, test } from "vitest";
import { totpCode } from "#local-aws";
import { BRAND } from "#shared/brand.ts";
import { CATALOG } from "#shared/catalog/catalog.ts";
import { money } from "../../web/src/ui/format.ts";
import { browser, expectAccessible, expectNoSidewaysScroll } from "../support/browser.ts";
import { settle } from "../support/control.ts";
import { mailedCode, mailTo } from "../support/mail.ts";
import { button, MANAGE, subscriber } from "../support/manage.ts";
import { PASSWORD, signUpPerson } from "../support/people.ts";
import { signInAt } from "../support/signedIn.ts";

const { visit } = browser();
const PAID = money(CATALOG.monthly.price);
const STEP_MS = 30_000;

/** A code of the authenticator app. Each code works once, so each step uses another of the three valid codes. */
const codeOf = (secret: string, later: -1 | 0 | 1) =>
  totpCode(secret, Math.floor(Date.now() / STEP_MS) + later);

test("a customer turns on a second factor, signs in with it, and turns it off", async () => {
  const person = await subscriber();
  const { page } = await visit({ width: 360, as: person });
  await page.goto("/dashboard/account");
  await page.getByRole("button", { name: "Turn on" }).click();
  const secret = (await page.locator("[data-secret]").getAttribute("data-secret")) ?? "";
  await page.getByRole("img", { name: "QR code of the setup key" }).waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByLabel("Code", { exact: true }).fill("000000");
  await page.getByRole("button", { name: "Turn on" }).click();
  await page.getByText("That code is incorrect. Enter the current code").waitFor();
  await page.getByLabel("Code", { exact: true }).fill(codeOf(secret, -1));
  await page.getByRole("button", { name: "Turn on" }).click();
  await page.getByText("Your second factor was changed. Sign in again.").waitFor();

  const signIn = page.getByRole("button", { name: "Sign in", exact: true });
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await signIn.click();
  const code = page.getByLabel("Authenticator code");
  await code.waitFor();
  await expectAccessible(page);
  expect(await page.evaluate(() => localStorage.getItem("session"))).toBeNull();
  await code.fill("000000");
  await signIn.click();
  await page.getByText("Login failed").waitFor();
  await code.fill(codeOf(secret, 0));
  await signIn.click();
  await page.waitForURL("**/dashboard/account");

  await page.goto(MANAGE);
  await button(page, "Get a refund").click();
  const dialog = page.getByRole("alertdialog", { name: `Get ${PAID} back?` });
  await dialog.getByLabel("Confirm with your password", { exact: true }).fill(PASSWORD);
  await dialog.getByRole("button", { name: "Get a refund" }).click();
  await dialog.getByLabel("Authenticator code").fill(codeOf(secret, 1));
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await dialog.getByRole("button", { name: "Get a refund" }).click();
  await page.getByText(`${PAID} is on its way back to your payment method.`).waitFor();

  await page.goto("/dashboard/account");
  await page.getByRole("button", { name: "Turn off" }).click();
  await page.getByText("Your second factor was changed. Sign in again.").waitFor();
  await signInAt(page, person);
  await settle();
  const subjects = (await mailTo(person.email)).map(({ subject }) => subject);
  expect(subjects).toContain(`Your ${BRAND.name} account: second factor turned on`);
  expect(subjects).toContain(`Your ${BRAND.name} account: second factor turned off`);
});

test("after losing the phone, the owner signs in with the recovery code and a mailed code", async () => {
  const person = await signUpPerson();
  const { page } = await visit({ width: 360, as: person });
  await page.goto("/dashboard/account");
  await page.getByRole("button", { name: "Turn on" }).click();
  const secret = (await page.locator("[data-secret]").getAttribute("data-secret")) ?? "";
  const recoveryCode = (await page.locator("code").last().textContent()) ?? "";
  await page.getByLabel("Code", { exact: true }).fill(codeOf(secret, 0));
  await page.getByRole("button", { name: "Turn on" }).click();
  await page.getByText("Your second factor was changed. Sign in again.").waitFor();
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("link", { name: "Lost your phone?" }).click();
  await page.getByRole("heading", { name: "Lost your phone?" }).waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  expect(await page.getByLabel("Email").inputValue()).toBe(person.email);
  await settle();
  await page.getByLabel("Recovery code").fill("2345");
  await page.getByRole("button", { name: "Email me a code" }).click();
  await page.getByText("This address and this recovery code do not match.").waitFor();
  await page.getByLabel("Recovery code").fill(recoveryCode);
  await page.getByRole("button", { name: "Email me a code" }).click();
  await page.getByRole("heading", { name: "Check your email" }).waitFor();
  await expectAccessible(page);
  await page.getByLabel("Code", { exact: true }).fill(await mailedCode(person.email));
  await page.getByRole("button", { name: "Remove second factor" }).click();
  await page.getByText("Your second factor was removed.").waitFor();
  await signInAt(page, person);
});
