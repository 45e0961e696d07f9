import type { Page } from "playwright-core";
import { PASSWORD } from "./people.ts";
import { stack } from "./running.ts";

/** Fills in the sign-up page, which is open. */
export async function signUp(page: Page, email: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirm password").fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByText("Account created successfully! Redirecting...").waitFor();
}

/** Pays, or keeps a card, on Stripe's page, once it is there. */
export async function payWith(page: Page, card: string): Promise<void> {
  await page.waitForURL(`${stack().stripe.apiUrl}/**`);
  await page.getByLabel(/card number/i).fill(card);
  await page.getByLabel(/expir/i).fill("12 / 34");
  await page.getByLabel(/cvc|security code/i).fill("123");
  await page.getByLabel("Name on card").fill("Ada Example");
  await page.getByLabel("Postal code").fill("12345");
  await page.getByRole("button", { name: /subscribe|pay|save card/i }).click();
}
