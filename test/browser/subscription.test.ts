import { beforeAll, describe, expect, test } from "vitest";
import { BRAND } from "#shared/brand.ts";
import { CATALOG } from "#shared/catalog/catalog.ts";
import { DAY, SECOND } from "#shared/instant.ts";
import { money } from "../../web/src/ui/format.ts";
import { BROKEN, browser, expectAccessible, expectFocus, expectNone } from "../support/browser.ts";
import { settle } from "../support/control.ts";
import {
  button,
  expectWayToLeave,
  link,
  MANAGE,
  see,
  subscriber,
  subscriptionOf,
} from "../support/manage.ts";
import { reservationOf } from "../support/offer.ts";
import { type Person, signInPerson, signUpPerson } from "../support/people.ts";
import { proveAddress } from "../support/rows.ts";
import { stack } from "../support/running.ts";
import { buy, stripeClient } from "../support/shop.ts";

// Every status comes from Stripe's sandbox: the tests write no status into a table.
const chrome = browser();
const customer = () => signInPerson(stack().customer.email, stack().customer.password);

describe("the management page", () => {
  test("offers both plans to a customer without a subscription", async () => {
    const person = await signUpPerson();
    await see(chrome, person, MANAGE, async (page) => {
      await page.getByRole("heading", { name: "No Active Subscription" }).waitFor();
      await link(page, "Subscribe Monthly").waitFor();
      await link(page, "Lifetime Access").waitFor();
      await page.getByText("No invoices found.").waitFor();
    });
  });

  test("shows an active subscription with its invoice and a way to leave", async () => {
    await see(chrome, await subscriber(), MANAGE, async (page) => {
      await page.getByText("Your subscription is active and all features are available.").waitFor();
      await expectWayToLeave(page);
      await page.getByRole("heading", { name: "Your Plan Includes" }).waitFor();
      const row = page.getByRole("row").nth(1);
      await row.getByText(money(CATALOG.monthly.price)).waitFor();
      await row.getByText("paid").waitFor();
      const invoice = row.getByRole("link", { name: /^Download invoice/ });
      expect(await invoice.getAttribute("href")).toContain(stack().stripe.apiUrl);
      await expectNone(button(page, "Fix payment"));
    });
  });

  test("shows a trial with a way to leave", async () => {
    const person = await subscriber();
    const { subscription_id, current_period_start } = await subscriptionOf(person);
    await stripeClient().subscriptions.update(subscription_id, {
      trial_end: current_period_start + (5 * DAY) / SECOND,
      proration_behavior: "none",
    });
    await settle();
    await see(chrome, person, MANAGE, async (page) => {
      await page.getByText("You are currently in your free trial period.").waitFor();
      await expectWayToLeave(page);
    });
  });

  test("shows a canceled subscription with its invoice and a link to subscribe again", async () => {
    const person = await subscriber();
    const { subscription_id } = await subscriptionOf(person);
    await stripeClient().subscriptions.update(subscription_id, { cancel_at_period_end: true });
    await stripeClient().subscriptions.cancel(subscription_id);
    await settle();
    await see(chrome, person, MANAGE, async (page) => {
      await page.getByRole("heading", { name: "No Active Subscription" }).waitFor();
      await page.getByText("Your subscription has been canceled.").waitFor();
      await link(page, "Subscribe Monthly").waitFor();
      await page.getByRole("link", { name: /^Download invoice/ }).waitFor();
    });
  });

  test("shows a lifetime license with its payment, and offers no subscription", async () => {
    const person = await signUpPerson();
    await buy(person, "lifetime");
    await see(chrome, person, MANAGE, async (page) => {
      await page.getByRole("heading", { name: "Lifetime Access" }).waitFor();
      await page.getByRole("row").nth(1).getByText(money(CATALOG.lifetime.price)).waitFor();
      await expectNone(link(page, "Subscribe Monthly"));
    });
    await see(chrome, person, "/dashboard", async (page) => {
      await page.getByRole("heading", { name: "Lifetime Access" }).waitFor();
      await expectNone(button(page, "Generate Free Key"));
      await expectNone(link(page, "Get Lifetime Access"));
    });
  });
});

describe("canceling", () => {
  test("asks for confirmation, works by keyboard, and can be undone", async () => {
    const person = await subscriber();
    const { page } = await chrome.visit({ width: 360, as: person });
    await page.goto(MANAGE);
    await button(page, "Cancel Subscription").focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("alertdialog");
    await dialog.waitFor();
    await expectFocus(button(page, "Keep Subscription"));
    await expectAccessible(page);
    // The dialog keeps a margin on a phone.
    expect((await dialog.boundingBox())?.x).toBeGreaterThanOrEqual(8);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await expectFocus(button(page, "Cancel Subscription"));
    await page.keyboard.press("Enter");
    await dialog.waitFor();
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "detached" });
    await expectFocus(button(page, "Cancel Subscription"));
    await expectNone(page.getByText("Subscription will cancel at period end"));

    await page.keyboard.press("Enter");
    await dialog.waitFor();
    await expectFocus(button(page, "Keep Subscription"));
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.getByText("Subscription will cancel at period end").first().waitFor();
    await dialog.waitFor({ state: "detached" });
    await expectNone(button(page, "Cancel Subscription"));
    await expectAccessible(page);
    const { subscription_id } = await subscriptionOf(person);
    expect((await stripeClient().subscriptions.retrieve(subscription_id)).cancel_at_period_end).toBe(true);

    await button(page, "Keep Subscription").click();
    await button(page, "Cancel Subscription").waitFor();
    expect((await stripeClient().subscriptions.retrieve(subscription_id)).cancel_at_period_end).toBe(false);
  });
});

describe("the portal", () => {
  let person: Person;
  beforeAll(async () => {
    person = await subscriber();
  });

  test("opens from each button and returns to the management view", async () => {
    const { page } = await chrome.visit({ as: person });
    await page.goto(MANAGE);
    for (const name of ["Manage Billing", "Download Invoices", "Customer Portal"]) {
      await button(page, name).click();
      await page.waitForURL(`${stack().stripe.apiUrl}/**`);
      await page
        .getByRole("link", { name: /return|back/i })
        .first()
        .click();
      await page.waitForURL(`**${MANAGE}`);
      await expect.poll(() => new URL(page.url()).search).toBe("");
    }
    await expectWayToLeave(page);
  });

  test("can be opened again after the browser's Back button", async () => {
    const { page } = await chrome.visit({ as: person, routed: true });
    await page.route("**/create-customer-portal", () => {});
    await page.goto(MANAGE);
    await button(page, "Manage Billing").click();
    await expect.poll(() => button(page, "Manage Billing").isDisabled()).toBe(true);
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
    await expect.poll(() => button(page, "Manage Billing").isDisabled()).toBe(false);
  });

  test("gives the reason if it cannot open", async () => {
    const { page } = await chrome.visit({ as: person, routed: true });
    await page.route("**/create-customer-portal", (route) =>
      route.fulfill({ status: 409, json: { error: "Not now.", code: "CONFLICT", requestId: "r" } }),
    );
    await page.goto(MANAGE);
    await button(page, "Manage Billing").click();
    await page.getByText("Customer portal failed: Not now.").waitFor();
    await page.unroute("**/create-customer-portal");
    await page.route("**/create-customer-portal", (route) => route.fulfill({ json: { url: "" } }));
    await button(page, "Manage Billing").click();
    await page.getByText("No customer portal URL received").waitFor();
  });
});

test("?tab= opens the management view and disappears from the URL", async () => {
  const { page } = await chrome.visit({ as: await customer() });
  for (const tab of ["subscription", "settings", "billing"]) {
    await page.goto(`/dashboard?tab=${tab}`);
    await page.waitForURL(`**${MANAGE}`);
  }
  await link(page, "Back to Dashboard").click();
  await page.waitForURL("**/dashboard");
});

test("a page that cannot load the subscription says so and has a button to retry", async () => {
  const { page } = await chrome.visit({ as: await customer(), routed: true, allowed: BROKEN });
  await page.goto("/dashboard");
  await page.route("**/api/subscription", (route) => route.abort());
  await page.getByRole("link", { name: "Subscription" }).first().click();
  await page.getByRole("heading", { name: "Failed to retrieve subscription information" }).waitFor();
  await expectAccessible(page);
  await page.unroute("**/api/subscription");
  await button(page, "Try again").click();
  await link(page, "Open Management").waitFor();
});

test("Refresh asks the API to read the subscription from Stripe", async () => {
  const person = await subscriber();
  const { page } = await chrome.visit({ as: person });
  await page.goto(MANAGE);
  const asked = page.waitForRequest((request) => request.url().endsWith("/api/subscription?force=true"));
  await button(page, "Refresh").click();
  await asked;
});

test("a customer who leaves Stripe's page without paying sees a note with a link back to the checkout", async () => {
  const { page } = await chrome.visit({ as: await signUpPerson() });
  await page.goto("/checkout/subscription");
  await page.getByRole("button", { name: /continue to payment/i }).click();
  await page.waitForURL(`${stack().stripe.apiUrl}/**`);
  await page.getByRole("link", { name: /back/i }).first().click();
  await page.getByText("You left the checkout").waitFor();
  await expect.poll(() => new URL(page.url()).search).toBe("");
  await page.getByRole("link", { name: "Subscription", exact: true }).click();
  await page.getByRole("heading", { name: "Subscription", level: 1 }).waitFor();
  await page.getByRole("link", { name: "Return to checkout" }).waitFor();
  await page.getByRole("link", { name: "Seats", exact: true }).click();
  await page.getByRole("heading", { name: "Assigned Seats", level: 1 }).waitFor();
  await expectNone(page.getByText("You left the checkout"));
  await page.goto("/dashboard?checkout=left-monthly");
  await page.getByRole("link", { name: "Return to checkout" }).click();
  await page.waitForURL("**/checkout/subscription");
  await page.getByRole("button", { name: /continue to payment/i }).waitFor();
});

test("leaving Stripe's page releases the reserved unit once", async () => {
  const person = await signUpPerson();
  // Other test files reserve units, and only a customer with a confirmed address can reserve the last units.
  await proveAddress(person);
  const { page } = await chrome.visit({ as: person, own: true });
  await page.goto("/checkout");
  const hold = async () => (await reservationOf(person))?.state;
  await page.getByRole("button", { name: /continue to payment/i }).click();
  await page.waitForURL(`${stack().stripe.apiUrl}/**`);
  expect(await hold()).toBe("held");
  let calls = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/api/leave-checkout")) calls += 1;
  });
  await page.getByRole("link", { name: /back/i }).first().click();
  await page.getByText("You were not charged, and we released your reservation.").waitFor();
  await expect.poll(() => new URL(page.url()).search).toBe("");
  expect(await hold()).toBe("released");
  await expectAccessible(page);
  await page.reload();
  await page.getByRole("heading", { name: `Welcome to ${BRAND.name}` }).waitFor();
  expect(calls).toBe(1);
});
