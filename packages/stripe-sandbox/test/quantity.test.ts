import type Stripe from "stripe";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Bench, startBench } from "../src/bench.ts";
import { monthlyCheckout } from "./checkouts.ts";
import { aMonthlyPrice, aSubscription, CARD, changeCard } from "./sandbox.ts";

// A plan for several people: docs.stripe.com/billing/subscriptions/quantities.

let bench: Bench;
beforeEach(async () => {
  bench = await startBench({ at: "2027-04-01T10:00:00Z", draftSeconds: 0 });
});
afterEach(() => bench.close());

const newest = async (subscription: string) => (await bench.stripe.invoices.list({ subscription })).data[0];
const resized = (subscription: Stripe.Subscription, quantity: number, at: number) => ({
  items: [{ id: subscription.items.data[0]?.id ?? "", quantity }],
  billing_cycle_anchor: { type: "now" as const },
  proration_behavior: "always_invoice" as const,
  proration_date: at,
});
const quantityOf = ({ items }: Stripe.Subscription) => items.data[0]?.quantity;

test("a checkout sells a plan with a quantity of three on one invoice", async () => {
  const price = await aMonthlyPrice(bench.stripe);
  const session = await monthlyCheckout(bench.stripe, { line_items: [{ price: price.id, quantity: 3 }] });
  expect(session.amount_total).toBe(3600);
  await bench.form(session.url ?? "", CARD);
  const { subscription } = await bench.stripe.checkout.sessions.retrieve(session.id);
  expect(quantityOf(await bench.stripe.subscriptions.retrieve(String(subscription)))).toBe(3);
  const invoice = await newest(String(subscription));
  expect(invoice).toMatchObject({ status: "paid", amount_paid: 3600 });
  expect(invoice?.lines.data).toMatchObject([{ quantity: 3, amount: 3600 }]);
});

test("a higher quantity that starts a new period charges the previewed amount", async () => {
  const subscription = await aSubscription(bench.stripe);
  await bench.forward({ days: 10 });
  const at = bench.now();
  const preview = await bench.stripe.invoices.createPreview({
    subscription: subscription.id,
    subscription_details: resized(subscription, 3, at),
  });
  // The credit is for twenty of April's thirty days, at 1200 cents a month.
  expect(preview.lines.data.map(({ amount }) => amount)).toEqual([-800, 3600]);
  const changed = await bench.stripe.subscriptions.update(subscription.id, {
    ...resized(subscription, 3, at),
    payment_behavior: "pending_if_incomplete",
  });
  expect(quantityOf(changed)).toBe(3);
  expect(await newest(subscription.id)).toMatchObject({ amount_paid: preview.amount_due, status: "paid" });
  await bench.forward({ days: 32 });
  expect(await newest(subscription.id)).toMatchObject({ amount_paid: 3600 });
});

test("a declined card does not change the quantity", async () => {
  const subscription = await aSubscription(bench.stripe);
  await changeCard(bench.stripe, subscription.customer, "pm_card_chargeCustomerFail");
  const changed = await bench.stripe.subscriptions.update(subscription.id, {
    ...resized(subscription, 3, bench.now()),
    payment_behavior: "pending_if_incomplete",
  });
  expect(quantityOf(changed)).toBe(1);
  expect(changed.pending_update?.subscription_items?.[0]?.quantity).toBe(3);
  await bench.stripe.invoices.voidInvoice(String(changed.latest_invoice));
  expect(await bench.stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ pending_update: null });
});

test("an unpaid change does not affect the credit of another preview", async () => {
  const subscription = await aSubscription(bench.stripe);
  const preview = () =>
    bench.stripe.invoices.createPreview({
      subscription: subscription.id,
      subscription_details: resized(subscription, 3, bench.now()),
    });
  const before = await preview();
  expect(before.lines.data.map(({ amount }) => amount)).toEqual([-1200, 3600]);
  await changeCard(bench.stripe, subscription.customer, "pm_card_threeDSecure2Required");
  await bench.stripe.subscriptions.update(subscription.id, {
    ...resized(subscription, 3, bench.now()),
    payment_behavior: "pending_if_incomplete",
  });
  expect((await preview()).amount_due).toBe(before.amount_due);
});

test("a lower quantity without proration only makes the renewal cheaper", async () => {
  const price = await aMonthlyPrice(bench.stripe);
  const subscription = await aSubscription(bench.stripe, { items: [{ price: price.id, quantity: 3 }] });
  const items = [{ id: subscription.items.data[0]?.id ?? "", quantity: 2 }];
  const changed = await bench.stripe.subscriptions.update(subscription.id, {
    items,
    proration_behavior: "none",
  });
  expect(quantityOf(changed)).toBe(2);
  expect((await bench.stripe.invoices.list({ subscription: subscription.id })).data).toHaveLength(1);
  await bench.forward({ days: 31 });
  expect(await newest(subscription.id)).toMatchObject({ amount_paid: 2400, status: "paid" });
});
