import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inMoney } from "#shared/words.ts";
import { join } from "../support/affiliateLinks.ts";
import { call } from "../support/api.ts";
import { browser, expectAccessible, expectNone, expectNoSidewaysScroll, show } from "../support/browser.ts";
import { payWith } from "../support/byHand.ts";
import { settle } from "../support/control.ts";
import { firstOperator } from "../support/enter.ts";
import { broughtBy, growthOf, ledgerOf } from "../support/figures.ts";
import { mailTo } from "../support/mail.ts";
import { button, subscriber, subscriptionOf } from "../support/manage.ts";
import { operatingAs } from "../support/operatorCalls.ts";
import { type Person, signInPerson, signUpPerson } from "../support/people.ts";
import { startOwnStack } from "../support/running.ts";
import {
  activateKey,
  atStripe,
  buy,
  codesOf,
  computer,
  keysOf,
  paymentOf,
  stripeClient,
} from "../support/shop.ts";

// The switch changes a page that other browser tests look at: this file has its own stack.

const chrome = browser();
let close: () => Promise<void>;
let operator: Person;
beforeAll(async () => {
  ({ close } = await startOwnStack("lifetime-credit", 5440));
  operator = await firstOperator();
});
afterAll(() => close());

const WHOLE =
  "Once you own the lifetime license, your subscription stops renewing and ends with its paid period.";

/** What the checkout's page says is due. */
async function totalOn(page: Page): Promise<string> {
  const summary = await page.getByRole("term").filter({ hasText: "Total" }).locator("..").innerText();
  return /\$[\d,]+\.\d\d/.exec(summary)?.[0] ?? "none";
}

test("until the operator gives it, a subscriber pays the whole price and no page mentions a credit", async () => {
  const { page, problems, leave } = await chrome.visit({ as: await subscriber() });
  await page.goto("/checkout");
  await page.getByText(WHOLE).waitFor();
  await expectNone(page.getByText(/unused|credit/i));
  expect(problems).toEqual([]);
  await leave();
});

test("switched on: shown to the cent, paid, used with the same key, found, refunded and disputed", async () => {
  const desk = await chrome.visit({ as: operator });
  await desk.page.goto("/admin/settings");
  await desk.page.getByRole("switch", { name: "Credit unused days" }).click();
  await desk.page.getByRole("button", { name: "Save credit" }).click();
  await desk.page.getByText("Saved.").waitFor();
  await expectAccessible(desk.page);

  const person = await subscriber();
  const [key] = await keysOf(person);
  const licenseKey = key?.license_key ?? "";
  await call("licenses/activate", { licenseKey, ...computer("desk") });
  const { subscription_id } = await subscriptionOf(person);

  const { page, problems } = await chrome.visit({ as: person });
  await page.goto("/checkout");
  await page.getByText("Unused days of your subscription").waitFor();
  for (const dark of [true, false])
    for (const width of [360, 1280]) {
      await show(page, { dark, width });
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
    }
  const total = await totalOn(page);
  expect(total).toMatch(/^\$3,97\d\.\d\d$/);
  await page.getByRole("button", { name: "Continue to payment" }).click();
  await page.getByText(total).first().waitFor();
  await payWith(page, "4242424242424242");
  await page.getByText("Payment Successful!").waitFor();
  await settle();
  const subscription = await stripeClient().subscriptions.retrieve(subscription_id);
  expect(subscription.status).toBe("canceled");
  expect(await keysOf(person)).toMatchObject([{ license_key: licenseKey, code: "VALID" }]);
  const { body } = await call("licenses/validate", { licenseKey, fingerprint: computer("desk").fingerprint });
  expect(body.code).toBe("VALID");
  const receipts = (await mailTo(person.email)).map(({ text }) => text);
  expect(receipts).toContainEqual(expect.stringMatching(/\$29\.\d\d for unused days of your subscription/));
  expect(receipts).toContainEqual(expect.stringContaining(`We received ${total} for`));
  expect(receipts.join()).not.toContain("Your subscription ended on");
  await page.goto("/dashboard/subscription");
  await page
    .getByText(/lifetime/i)
    .first()
    .waitFor();
  expect(problems).toEqual([]);

  await desk.page.goto(`/admin/customers/${person.userId}`);
  await desk.page.getByText(total).first().waitFor();
  const { data } = await stripeClient().paymentIntents.list({ customer: String(subscription.customer) });
  const payment = data.find(({ metadata }) => metadata.product === "lifetime");
  expect(inMoney(payment?.amount ?? 0, "usd")).toBe(total);

  await atStripe("disputes", { charge: payment?.latest_charge });
  await settle();
  const then = await signInPerson(person.email);
  expect(await codesOf(then)).toEqual(["SUSPENDED"]);
  const [dispute] = (await stripeClient().disputes.list({ payment_intent: payment?.id ?? "" })).data;
  await atStripe(`disputes/${dispute?.id}/close`, { outcome: "won" });
  await settle();
  expect(await codesOf(then)).toEqual(["VALID"]);
  const refund = await stripeClient().refunds.create({ payment_intent: payment?.id ?? "" });
  expect(refund.amount).toBe(payment?.amount);
  await settle();
  expect(await codesOf(then)).toEqual(["REVOKED"]);
  expect((await stripeClient().subscriptions.retrieve(subscription_id)).status).toBe("canceled");
});

test("of a year, which a month was changed to: the cents of Stripe's preview, paid, used, disputed and refunded", async () => {
  const desk = await chrome.visit({ as: operator });
  await desk.page.goto("/admin/settings");
  await desk.page.getByRole("switch", { name: "Sell the yearly plan" }).click();
  await button(desk.page, "Save plan").click();
  await desk.page.getByText("Saved.").waitFor();
  const ask = operatingAs(() => operator);
  const { now: before } = await growthOf(ask);

  const affiliate = await join();
  const person = await signUpPerson();
  const { sessionId } = await buy(person, "monthly", { affiliateCode: affiliate.code });
  expect(await activateKey(person)).toBe("VALID");
  const { page, problems } = await chrome.visit({ as: person });
  await page.goto("/dashboard/subscription");
  await button(page, "Switch to yearly").click();
  await page
    .getByRole("alertdialog", { name: "Switch to yearly?" })
    .getByRole("button", { name: /^Pay \$270\.\d\d and switch$/ })
    .click();
  await page.getByText("Your subscription is yearly now.").waitFor();
  await settle();
  const stripe = stripeClient();
  const { subscription_id: subscription, customer_id: customer } = await subscriptionOf(person);
  const [year] = (await stripe.invoices.list({ subscription, status: "paid", limit: 1 })).data;
  const paidForYear = year?.amount_paid ?? 0;

  await page.goto("/checkout");
  await page.getByText("Unused days of your subscription").waitFor();
  const total = await totalOn(page);
  await button(page, "Continue to payment").click();
  await page.waitForURL(/\/c\/cs_test_/);
  await page.getByText(total).first().waitFor();
  const { metadata } = await stripe.checkout.sessions.retrieve(/cs_test_\w+/.exec(page.url())?.[0] ?? "");
  const credit = Number(metadata?.creditCents);
  const at = Number(metadata?.creditAt);
  const [item] = (await stripe.subscriptions.retrieve(subscription)).items.data;
  const [start, end] = [item?.current_period_start ?? 0, item?.current_period_end ?? 0];
  expect(credit).toBe(Math.floor((300_00 * (end - at)) / (end - start)));
  // What Stripe itself takes off for the rest of the year at that instant. It rounds, and we round down.
  const preview = await stripe.invoices.createPreview({
    subscription,
    subscription_details: {
      items: [{ id: item?.id ?? "", quantity: 2 }],
      billing_cycle_anchor: { type: "now" },
      proration_behavior: "always_invoice",
      proration_date: at,
    },
  });
  const unused = preview.lines.data.find(({ amount }) => amount < 0)?.amount ?? 0;
  expect(0 - unused - credit).toBeGreaterThanOrEqual(0);
  expect(0 - unused - credit).toBeLessThanOrEqual(1);
  await payWith(page, "4242424242424242");
  await page.getByText("Payment Successful!").waitFor();
  await settle();

  const payment = (await stripe.paymentIntents.list({ customer })).data.find(
    ({ metadata }) => metadata.product === "lifetime",
  );
  const paid = payment?.amount ?? 0;
  expect([inMoney(paid, "usd"), paid]).toEqual([total, 4000_00 - credit]);
  expect((await stripe.subscriptions.retrieve(subscription)).status).toBe("canceled");
  expect(await codesOf(person)).toEqual(["VALID"]);
  expect(await activateKey(person)).toBe("VALID");
  await desk.page.goto(`/admin/customers/${person.userId}`);
  await desk.page.getByText(total).first().waitFor();
  const share = (cents: number) => Math.floor(cents / 5);
  const all = [3000, paidForYear, paid];
  const sum = (cents: number[]) => cents.reduce((a, b) => a + b, 0);
  expect(await broughtBy(ask, affiliate)).toEqual([sum(all), sum(all.map(share))]);

  await atStripe("disputes", { charge: payment?.latest_charge });
  await settle();
  expect(await codesOf(person)).toEqual(["SUSPENDED"]);
  const [dispute] = (await stripe.disputes.list({ payment_intent: payment?.id ?? "" })).data;
  await atStripe(`disputes/${dispute?.id}/close`, { outcome: "lost" });
  await settle();
  expect(await codesOf(person)).toEqual(["REVOKED"]);
  expect(await broughtBy(ask, affiliate)).toEqual([3000 + paidForYear, 600 + share(paidForYear)]);
  await stripe.refunds.create({ payment_intent: (await paymentOf(sessionId)).payment_intent });
  await settle();
  expect(await broughtBy(ask, affiliate)).toEqual([paidForYear, share(paidForYear)]);
  const { commissions } = await ledgerOf(affiliate);
  expect(sum(commissions.map(({ earnedCents }) => earnedCents))).toBe(sum(all.map(share)));
  expect(sum(commissions.map(({ reversedCents }) => reversedCents))).toBe(600 + share(paid));
  const { now } = await growthOf(ask);
  expect(now.payments.cents - before.payments.cents).toBe(sum(all));
  expect(now.refunds.cents - before.refunds.cents).toBe(3000 + paid);
  expect(now.lifetime.payments.cents - before.lifetime.payments.cents).toBe(paid);
  expect(now.mrr_end_cents).toBe(before.mrr_end_cents);
  expect(problems).toEqual([]);
});
