import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { call } from "../support/api.ts";
import { browser } from "../support/browser.ts";
import { payWith, signUp } from "../support/byHand.ts";
import { newEmail } from "../support/people.ts";
import { stack } from "../support/running.ts";
import { computer } from "../support/shop.ts";

const { visit } = browser();
const KEY = /[0-9A-Z]{5}(-[0-9A-Z]{5}){4}/;

async function keyOnPage(page: Page): Promise<string> {
  await page.getByText(KEY).first().waitFor();
  return KEY.exec((await page.getByText(KEY).first().textContent()) ?? "")?.[0] ?? "no key";
}

describe("from the landing page to an activated key", () => {
  test("with the subscription", async () => {
    const { page, problems } = await visit();
    const email = newEmail("buyer");
    await page.goto("/");
    await page.getByRole("link", { name: "Start Subscription" }).first().click();
    await page.waitForURL("**/signup**");
    await signUp(page, email);
    await page.waitForURL("**/checkout/subscription");
    await page.getByText(email).first().waitFor();
    await page.getByText("30-day guarantee").waitFor();
    await page.getByRole("button", { name: /continue to payment/i }).click();
    await payWith(page, "4242424242424242");
    await page.waitForURL("**/success?session_id=**");
    await page.getByRole("heading", { name: "Payment Successful!" }).waitFor();
    const licenseKey = await keyOnPage(page);
    await page.getByRole("link", { name: "Go to Dashboard" }).first().click();
    await page.getByRole("link", { name: "Seats" }).first().click();
    await page.waitForURL("**/dashboard/seats");
    await page.getByText(licenseKey).first().waitFor();

    expect(await call("licenses/activate", { licenseKey, ...computer("Studio Mac") })).toMatchObject({
      status: 200,
    });
    await page.reload();
    await page.getByText("Studio Mac").first().waitFor();
    expect(problems).toEqual([]);
  });

  test("with the free key", async () => {
    const { page, problems } = await visit({ dark: true, width: 360 });
    await page.goto("/signup");
    await signUp(page, newEmail("creator"));
    await page.waitForURL("**/dashboard");
    await page.getByRole("button", { name: "Generate Free Key" }).first().click();
    const licenseKey = await keyOnPage(page);
    expect(await call("licenses/activate", { licenseKey, ...computer("Kitchen laptop") })).toMatchObject({
      status: 200,
      body: { tier: "free" },
    });
    await page.reload();
    await page.getByText("On “Kitchen laptop”").waitFor();
    expect(await keyOnPage(page)).toBe(licenseKey);
    await page.goto("/dashboard/seats");
    await page.getByText("Kitchen laptop").first().waitFor();
    expect(problems).toEqual([]);
  });
});

test("Stripe's page reports a declined card, and the way back leads to the account with nothing bought", async () => {
  const { page, problems } = await visit();
  await page.goto("/signup?next=/checkout/subscription");
  await signUp(page, newEmail("declined"));
  await page.waitForURL("**/checkout/subscription");
  await page.getByRole("button", { name: /continue to payment/i }).click();
  await payWith(page, "4000000000000002");
  await page
    .getByText(/declined/i)
    .first()
    .waitFor();
  expect(page.url()).toContain(stack().stripe.apiUrl);
  await page.getByRole("link", { name: /back/i }).first().click();
  await page.waitForURL("**/dashboard**");
  await page.goto("/dashboard/seats");
  await page.getByRole("button", { name: "Generate Free Key" }).first().waitFor();
  expect(problems).toEqual([]);
});

test("signing in again leads to where one was going", async () => {
  const { page } = await visit();
  const { email, password } = stack().customer;
  await page.goto("/dashboard/seats");
  await page.waitForURL("**/login**");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByText("Login successful! Redirecting...").waitFor();
  await page.waitForURL("**/dashboard/seats");
  await keyOnPage(page);
});

test("a wrong password is refused without saying which of the two was wrong", async () => {
  const { page } = await visit();
  await page.goto("/login");
  await page.getByLabel("Email").fill(newEmail("nobody"));
  await page.getByLabel("Password", { exact: true }).fill("Wrong-password1");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByText("Login failed").first().waitFor();
});
