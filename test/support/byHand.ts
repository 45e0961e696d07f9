import type { Page } from "playwright-core";
import { PASSWORD } from "./people.ts";
import { stack } from "./running.ts";

/** Waits until React has marked the form. Before that, its button does nothing. */
export async function formIsAlive(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.querySelector("form") ?? {}).some((key) => key.startsWith("__react")),
  );
}

/** Fills in and sends the form of the open sign-up page. */
export async function signUp(page: Page, email: string): Promise<void> {
  await formIsAlive(page);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirm password").fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByText("Account created successfully! Redirecting...").waitFor();
}

/** Cards of Stripe's test mode. */
export const CARD = {
  works: "4242424242424242",
  isDeclined: "4000000000000002",
  /** The bank asks the customer to confirm each payment. */
  asksEachTime: "4000002760003184",
} as const;

const KEY = /[0-9A-Z]{5}(-[0-9A-Z]{5}){4}/;

/** Waits until the page shows a license key. @returns the key */
export async function keyOnPage(page: Page): Promise<string> {
  const words = await page.getByText(KEY).first().textContent();
  return KEY.exec(words ?? "")?.[0] ?? "no key";
}

/** Waits for Stripe's page, and pays or saves a card there. */
export async function payWith(page: Page, card: string): Promise<void> {
  await page.waitForURL(`${stack().stripe.apiUrl}/**`);
  await page.getByLabel(/card number/i).fill(card);
  await page.getByLabel(/expir/i).fill("12 / 34");
  await page.getByLabel(/cvc|security code/i).fill("123");
  await page.getByLabel("Name on card").fill("Ada Example");
  await page.getByLabel("Postal code").fill("12345");
  await page.getByRole("button", { name: /subscribe|pay|save card/i }).click();
}
