import type Stripe from "stripe";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Bench, startBench } from "../src/bench.ts";
import { aPrice, aSubscription, CARD, changeCard, refusal, secondsAt } from "./sandbox.ts";

const DAY = 86_400;
const YEARLY = 12_000;

let bench: Bench;
let yearly: string;
beforeEach(async () => {
  bench = await startBench({ at: "2027-04-01T10:00:00Z", draftSeconds: 0 });
  yearly = (await aPrice(bench.stripe, { unit_amount: YEARLY, recurring: { interval: "year" } })).id;
});
afterEach(() => bench.close());

const read = (id: string) => bench.stripe.subscriptions.retrieve(id);
const itemOf = ({ items }: Stripe.Subscription) => items.data[0]?.id ?? "";
const newest = async (subscription: string) => (await bench.stripe.invoices.list({ subscription })).data[0];
const toYearly = (subscription: Stripe.Subscription, at: number) => ({
  items: [{ id: itemOf(subscription), price: yearly }],
  billing_cycle_anchor: { type: "now" as const },
  proration_behavior: "always_invoice" as const,
  proration_date: at,
});
const change = (
  subscription: Stripe.Subscription,
  more: Partial<Stripe.SubscriptionUpdateParams> = { payment_behavior: "pending_if_incomplete" },
) => bench.stripe.subscriptions.update(subscription.id, { ...toYearly(subscription, bench.now()), ...more });

describe("an immediate change from a monthly to a yearly plan", () => {
  test("charges the previewed amount: the year less the unused days of the month", async () => {
    const subscription = await aSubscription(bench.stripe);
    await bench.forward({ days: 10 });
    const at = bench.now();
    const preview = await bench.stripe.invoices.createPreview({
      subscription: subscription.id,
      subscription_details: toYearly(subscription, at),
    });
    // The credit is for twenty of April's thirty days, at 1200 cents a month.
    expect(preview).toMatchObject({ total: YEARLY - 800, amount_due: YEARLY - 800, status: "draft" });
    expect(preview.lines.data.map(({ amount }) => amount)).toEqual([-800, YEARLY]);
    expect((await bench.stripe.invoices.list({ subscription: subscription.id })).data).toHaveLength(1);

    await bench.forward({ minutes: 5 });
    const changed = await change(subscription, { proration_date: at });
    expect(changed).toMatchObject({ status: "active", billing_cycle_anchor: bench.now() });
    expect(changed.items.data[0]).toMatchObject({
      id: itemOf(subscription),
      price: { id: yearly },
      current_period_start: bench.now(),
      current_period_end: secondsAt("2028-04-11T10:05:00Z"),
    });
    const invoice = await newest(subscription.id);
    expect(invoice).toMatchObject({
      billing_reason: "subscription_update",
      status: "paid",
      amount_paid: YEARLY - 800,
    });
    const [credit, year] = invoice?.lines.data ?? [];
    expect(credit?.description).toBe("Unused time on 1 × Plan after 11 Apr 2027");
    expect(credit?.parent?.subscription_item_details?.proration).toBe(true);
    expect(year?.parent?.subscription_item_details?.proration).toBe(false);
    await bench.forward({ days: 364 });
    expect((await bench.stripe.invoices.list({ subscription: subscription.id })).data).toHaveLength(2);
    await bench.forward({ days: 3 });
    expect(await newest(subscription.id)).toMatchObject({ amount_paid: YEARLY });
  });

  test("credits at most the discounted price that was paid", async () => {
    const coupon = await bench.stripe.coupons.create({ percent_off: 50, duration: "once" });
    const subscription = await aSubscription(bench.stripe, { discounts: [{ coupon: coupon.id }] });
    await bench.forward({ days: 15 });
    await change(subscription);
    expect(await newest(subscription.id)).toMatchObject({ amount_paid: YEARLY - 300 });
  });

  test("cannot have a proration date before the period", async () => {
    const subscription = await aSubscription(bench.stripe);
    const early = change(subscription, { proration_date: bench.now() - DAY });
    expect((await refusal(early)).param).toBe("proration_date");
  });
});

describe("an unpaid change", () => {
  const unpaid = async (card: string) => {
    const subscription = await aSubscription(bench.stripe);
    await changeCard(bench.stripe, subscription.customer, card);
    const changed = await change(subscription);
    return { subscription, changed, invoice: String(changed.latest_invoice) };
  };

  test("waits for its payment and does not change the subscription", async () => {
    const { subscription, changed } = await unpaid("pm_card_threeDSecure2Required");
    expect(changed).toMatchObject({
      status: "active",
      items: { data: [{ price: { id: subscription.items.data[0]?.price.id } }] },
      pending_update: { expires_at: bench.now() + 23 * 3600, billing_cycle_anchor: bench.now() },
    });
    expect(changed.pending_update?.subscription_items?.[0]?.price.id).toBe(yearly);
  });

  test("is applied once the invoice is paid", async () => {
    const { subscription, invoice } = await unpaid("pm_card_chargeCustomerFail");
    const hook = await bench.listen(["customer.subscription.pending_update_applied"]);
    const { hosted_invoice_url } = await bench.stripe.invoices.retrieve(invoice);
    await bench.form(hosted_invoice_url ?? "", CARD);
    const after = await read(subscription.id);
    expect(after).toMatchObject({ pending_update: null, items: { data: [{ price: { id: yearly } }] } });
    await bench.sandbox.settle();
    expect(hook.types()).toHaveLength(1);
  });

  test("is discarded when the invoice is voided, or after 23 hours", async () => {
    const one = await unpaid("pm_card_chargeCustomerFail");
    await bench.stripe.invoices.voidInvoice(one.invoice);
    expect(await read(one.subscription.id)).toMatchObject({ pending_update: null, status: "active" });
    const other = await unpaid("pm_card_chargeCustomerFail");
    await bench.forward({ hours: 24 });
    expect((await read(other.subscription.id)).pending_update).toBeNull();
    expect((await bench.stripe.invoices.retrieve(other.invoice)).status).toBe("void");
  });

  test("is refused with error_if_incomplete, and makes the subscription past due with allow_incomplete", async () => {
    const subscription = await aSubscription(bench.stripe);
    await changeCard(bench.stripe, subscription.customer, "pm_card_chargeCustomerFail");
    const refused = change(subscription, { payment_behavior: "error_if_incomplete" });
    expect((await refusal(refused)).statusCode).toBe(402);
    expect((await read(subscription.id)).items.data[0]?.price.id).not.toBe(yearly);
    const allowed = await change(subscription, { payment_behavior: "allow_incomplete" });
    expect(allowed).toMatchObject({ status: "past_due", items: { data: [{ price: { id: yearly } }] } });
  });
});

test("a higher quantity is prorated within the period", async () => {
  const subscription = await aSubscription(bench.stripe);
  await bench.forward({ days: 15 });
  const items = [{ id: itemOf(subscription), quantity: 3 }];
  const changed = await bench.stripe.subscriptions.update(subscription.id, {
    items,
    proration_behavior: "always_invoice",
  });
  expect(changed.items.data[0]).toMatchObject({
    quantity: 3,
    current_period_end: subscription.items.data[0]?.current_period_end,
  });
  // The price of two more seats for half of the month.
  expect((await newest(subscription.id))?.amount_paid).toBe(1200);
});

describe("a planned change from a yearly to a monthly plan", () => {
  const yearlySubscription = async () =>
    aSubscription(bench.stripe, { items: [{ price: yearly }], metadata: { kept: "yes" } });
  async function schedule(subscription: Stripe.Subscription) {
    const monthly = await aPrice(bench.stripe, { recurring: { interval: "month" } });
    const made = await bench.stripe.subscriptionSchedules.create({ from_subscription: subscription.id });
    const [phase] = made.phases;
    return bench.stripe.subscriptionSchedules.update(made.id, {
      end_behavior: "release",
      phases: [
        {
          items: [{ price: yearly, quantity: 1 }],
          start_date: phase?.start_date ?? 0,
          end_date: phase?.end_date ?? 0,
        },
        {
          items: [{ price: monthly.id, quantity: 1 }],
          duration: { interval: "month", interval_count: 1 },
          billing_cycle_anchor: "phase_start",
          proration_behavior: "none",
        },
      ],
    });
  }

  test("changes the price at the renewal, then releases the subscription", async () => {
    const subscription = await yearlySubscription();
    const made = await schedule(subscription);
    const end = subscription.items.data[0]?.current_period_end;
    expect(made).toMatchObject({ status: "active", subscription: subscription.id });
    expect(made.current_phase?.end_date).toBe(end);
    expect((await read(subscription.id)).schedule).toBe(made.id);
    await bench.forward({ days: 366 });
    const after = await read(subscription.id);
    expect(after.items.data[0]).toMatchObject({
      current_period_start: end,
      current_period_end: secondsAt("2028-05-01T10:00:00Z"),
    });
    expect(after.metadata).toEqual({ kept: "yes" });
    expect(await newest(subscription.id)).toMatchObject({
      amount_paid: 1200,
      billing_reason: "subscription_cycle",
    });
    await bench.forward({ days: 31 });
    expect(await read(subscription.id)).toMatchObject({ schedule: null, status: "active" });
    expect(await newest(subscription.id)).toMatchObject({ amount_paid: 1200 });
  });

  test("removes a card that the phases omit, unless the schedule's settings name it", async () => {
    const subscription = await yearlySubscription();
    const { customer, id } = subscription;
    const { id: card } = await bench.stripe.paymentMethods.attach("pm_card_visa", {
      customer: String(customer),
    });
    await bench.stripe.subscriptions.update(id, { default_payment_method: card });
    const made = await schedule(subscription);
    expect((await read(subscription.id)).default_payment_method).toBeNull();
    const settings = { default_settings: { default_payment_method: card } };
    await bench.stripe.subscriptionSchedules.update(made.id, settings);
    expect((await read(subscription.id)).default_payment_method).toBe(card);
    await bench.forward({ days: 366 });
    expect((await read(subscription.id)).default_payment_method).toBe(card);
  });

  test("does not happen if the schedule is released first", async () => {
    const subscription = await yearlySubscription();
    const made = await schedule(subscription);
    await bench.stripe.subscriptionSchedules.release(made.id);
    await bench.forward({ days: 366 });
    expect(await newest(subscription.id)).toMatchObject({ amount_paid: YEARLY });
    expect((await read(subscription.id)).schedule).toBeNull();
  });

  test("prevents a cancellation at the period's end and a second schedule, and is canceled with the subscription", async () => {
    const subscription = await yearlySubscription();
    const made = await schedule(subscription);
    const ending = bench.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
    expect((await refusal(ending)).message).toContain(`managed by the subscription schedule \`${made.id}\``);
    const again = bench.stripe.subscriptionSchedules.create({ from_subscription: subscription.id });
    expect((await refusal(again)).message).toContain("already attached");
    await bench.stripe.subscriptions.cancel(subscription.id);
    expect((await bench.stripe.subscriptionSchedules.retrieve(made.id)).status).toBe("canceled");
  });
});

test("a preview without changes shows the next period's invoice", async () => {
  const subscription = await aSubscription(bench.stripe);
  const preview = await bench.stripe.invoices.createPreview({ subscription: subscription.id });
  expect(preview).toMatchObject({ amount_due: 1200, status: "draft" });
  expect(preview.lines.data[0]?.period.end).toBe(secondsAt("2027-06-01T10:00:00Z"));
});
