import { expect, test } from "vitest";
import { browser } from "../support/browser.ts";
import { formIsAlive } from "../support/byHand.ts";
import { newEmail, PASSWORD } from "../support/people.ts";
import { stack } from "../support/running.ts";
import { translate, translateAll } from "../support/translate.ts";

const { visit } = browser();

test("a translated page shows a refusal at sign-in and sign-up, and keeps the form", async () => {
  const { page, problems } = await visit({ own: true });
  await translateAll(page);
  await page.goto("/login");
  await formIsAlive(page);
  await page.getByLabel("Email").fill(stack().customer.email);
  await page.getByLabel("Password", { exact: true }).fill("Wrong-Horse7");
  await translate(page);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText("Login failed").waitFor();
  // The second attempt replaces the first refusal.
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText("Login failed").waitFor();
  expect(await page.getByLabel("Email").inputValue()).toBe(stack().customer.email);

  await page.goto("/signup");
  await formIsAlive(page);
  await page.getByLabel("Email").fill(stack().customer.email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirm password").fill(PASSWORD);
  await translate(page);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByText("Account creation failed").waitFor();

  await page.goto("/forgot-password");
  await page.getByLabel("Email").fill(newEmail());
  await translate(page);
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByRole("heading", { name: "Choose a new password" }).waitFor();
  expect(problems).toEqual([]);
});

test("React can remove a text that a translator has replaced, and insert nodes before it", async () => {
  const { page } = await visit();
  await page.goto("/login");
  await formIsAlive(page);
  const left = await page.evaluate(() => {
    const [sentence, text] = [document.createElement("p"), new Text("Sign in")];
    sentence.append(text);
    text.replaceWith(document.createElement("font"));
    sentence.insertBefore(document.createElement("b"), text);
    sentence.removeChild(text);
    return sentence.innerHTML;
  });
  expect(left).toBe("<font></font><b></b>");
});
