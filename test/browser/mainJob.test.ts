import { expect, test } from "vitest";
import { call } from "../support/api.ts";
import { browser } from "../support/browser.ts";
import { CARD, keyOnPage, payWith, signUp } from "../support/byHand.ts";
import { newEmail, signUpPerson } from "../support/people.ts";
import { stack } from "../support/running.ts";
import { computer } from "../support/shop.ts";

const { visit } = browser();

test("a visitor signs up, generates the free key and activates it", async () => {
  const { page } = await visit({ dark: true, width: 360 });
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
});

test("after Stripe declines a card, the link back leads to the dashboard, and nothing is bought", async () => {
  const { page } = await visit({ as: await signUpPerson() });
  await page.goto("/checkout/subscription");
  await page.getByRole("button", { name: /continue to payment/i }).click();
  await payWith(page, CARD.isDeclined);
  await page
    .getByText(/declined/i)
    .first()
    .waitFor();
  expect(page.url()).toContain(stack().stripe.apiUrl);
  await page.getByRole("link", { name: /back/i }).first().click();
  await page.waitForURL("**/dashboard**");
  await page.goto("/dashboard/seats");
  await page.getByRole("button", { name: "Generate Free Key" }).first().waitFor();
});

test("signing in returns the customer to the requested page", async () => {
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

test("a sign-in with an unknown address says that the sign-in failed", async () => {
  const { page } = await visit();
  await page.goto("/login");
  await page.getByLabel("Email").fill(newEmail("nobody"));
  await page.getByLabel("Password", { exact: true }).fill("Wrong-password1");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByText("Login failed").first().waitFor();
});
