import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { PersonalData } from "#shared/customers/personalData.ts";
import { browser, expectAccessible } from "../support/browser.ts";
import { settle } from "../support/control.ts";
import { signInPerson, signUpPerson } from "../support/people.ts";

const { visit } = browser();

test("a customer downloads a copy of their data, and deletes the account after typing its email address", async () => {
  const person = await signUpPerson();
  const { page } = await visit({ as: person });
  const refused = { status: 409, json: { error: "Not now.", code: "CONFLICT", requestId: "r" } };
  await page.route("**/api/account/delete", (route) => route.fulfill(refused));
  await page.goto("/dashboard/account");

  const coming = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download all your data" }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toBe("your-data.json");
  const data = JSON.parse(readFileSync(await download.path(), "utf8"));
  expect(PersonalData.parse({ ...data, next: null }).account.email).toBe(person.email);

  await page.getByRole("button", { name: "Delete account" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Delete your account?" });
  await dialog.getByText("Payments and invoices stay at Stripe").waitFor();
  await expectAccessible(page);
  const confirm = dialog.getByRole("button", { name: "Delete permanently" });
  await confirm.and(page.locator(":disabled")).waitFor();
  await dialog.getByLabel(`Type ${person.email} to confirm`).fill(person.email);
  await confirm.click();
  await dialog.getByRole("alert").getByText("Not now.").waitFor();
  await expectAccessible(page);
  await page.unroute("**/api/account/delete");
  await confirm.click();
  await page.getByText("Your account is deleted. We emailed you a confirmation.").waitFor();
  expect(new URL(page.url()).pathname).toBe("/login");
  expect(await page.evaluate(() => localStorage.getItem("session"))).toBeNull();
  await settle();
  await expect(signInPerson(person.email)).rejects.toThrow();
});
