import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Bench, startBench } from "../src/bench.ts";
import { aSubscription, CARD, refusal, secondsAt } from "./sandbox.ts";

const DAY = 86_400;
const PERIOD_END = secondsAt("2027-05-01T10:00:00Z");

let bench: Bench;
beforeEach(async () => {
  bench = await startBench({ at: "2027-04-01T10:00:00Z" });
});
afterEach(() => bench.close());

const read = (id: string) => bench.stripe.subscriptions.retrieve(id);
const invoicesOf = async (subscription: string) => (await bench.stripe.invoices.list({ subscription })).data;

async function cancelInPortal() {
  const subscription = await aSubscription(bench.stripe);
  const session = await bench.stripe.billingPortal.sessions.create({
    customer: String(subscription.customer),
    return_url: "https://site.test/account",
  });
  await bench.form(`${session.url}/cancel/${subscription.id}`, {});
  return { id: subscription.id, portal: session.url };
}

describe("canceling in the portal", () => {
  test("sets cancel_at to the period's end and does not change cancel_at_period_end", async () => {
    const { id } = await cancelInPortal();
    expect(await read(id)).toMatchObject({
      status: "active",
      cancel_at: PERIOD_END,
      cancel_at_period_end: false,
      canceled_at: bench.now(),
      cancellation_details: { reason: "cancellation_requested" },
    });
  });

  test("ends the subscription at that time without another invoice", async () => {
    const { id } = await cancelInPortal();
    await bench.forward({ days: 40 });
    expect(await read(id)).toMatchObject({ status: "canceled", ended_at: PERIOD_END });
    expect(await invoicesOf(id)).toHaveLength(1);
  });

  test("can be undone in the portal", async () => {
    const { id, portal } = await cancelInPortal();
    expect(await (await fetch(portal)).text()).toContain("Ends on");
    await bench.form(`${portal}/renew/${id}`, {});
    expect(await read(id)).toMatchObject({ cancel_at: null, cancel_at_period_end: false, canceled_at: null });
    await bench.forward({ days: 40 });
    expect((await read(id)).status).toBe("active");
  });
});

describe("cancel_at", () => {
  test("after the period's end lets the subscription renew and charges only the remaining days", async () => {
    const { id } = await aSubscription(bench.stripe);
    await bench.stripe.subscriptions.update(id, { cancel_at: PERIOD_END + 10 * DAY });
    await bench.forward({ days: 30, hours: 2 });
    const renewed = await read(id);
    expect(renewed.status).toBe("active");
    expect(renewed.items.data[0]?.current_period_end).toBe(PERIOD_END + 10 * DAY);
    // The price of ten of May's 31 days, at 1200 cents a month.
    expect((await invoicesOf(id))[0]).toMatchObject({ amount_paid: 387, status: "paid" });
    await bench.forward({ days: 40 });
    expect(await read(id)).toMatchObject({ status: "canceled", ended_at: PERIOD_END + 10 * DAY });
    expect(await invoicesOf(id)).toHaveLength(2);
  });

  test("before the period's end shortens the period until cancel_at is cleared", async () => {
    const { id } = await aSubscription(bench.stripe);
    const at = bench.now() + 5 * DAY;
    const ending = await bench.stripe.subscriptions.update(id, { cancel_at: at });
    expect(ending.items.data[0]?.current_period_end).toBe(at);
    const kept = await bench.stripe.subscriptions.update(id, { cancel_at: "" });
    expect(kept).toMatchObject({ cancel_at: null, canceled_at: null });
    expect(kept.items.data[0]?.current_period_end).toBe(PERIOD_END);
    await bench.forward({ days: 6 });
    expect((await read(id)).status).toBe("active");
  });

  test("as 'max_period_end' becomes the period's end", async () => {
    const { id } = await aSubscription(bench.stripe);
    const ending = await bench.stripe.subscriptions.update(id, { cancel_at: "max_period_end" });
    expect(ending).toMatchObject({ cancel_at: PERIOD_END, cancel_at_period_end: false });
  });

  test("is independent of cancel_at_period_end and cannot be sent together with it", async () => {
    const { id } = await aSubscription(bench.stripe);
    await bench.stripe.subscriptions.update(id, { cancel_at: PERIOD_END });
    const still = await bench.stripe.subscriptions.update(id, { cancel_at_period_end: false });
    expect(still.cancel_at).toBe(PERIOD_END);
    const both = bench.stripe.subscriptions.update(id, { cancel_at: "", cancel_at_period_end: false });
    expect(await refusal(both)).toMatchObject({ statusCode: 400, param: "cancel_at" });
  });
});

describe("a card changed in the portal", () => {
  async function pastDue() {
    const subscription = await aSubscription(bench.stripe);
    const customer = String(subscription.customer);
    const failing = await bench.stripe.paymentMethods.attach("pm_card_chargeCustomerFail", { customer });
    await bench.stripe.subscriptions.update(subscription.id, { default_payment_method: failing.id });
    await bench.forward({ days: 30, hours: 2 });
    expect((await read(subscription.id)).status).toBe("past_due");
    const portal = await bench.stripe.billingPortal.sessions.create({
      customer,
      flow_data: { type: "payment_method_update" },
    });
    await bench.form(`${portal.url}/card`, { ...CARD, number: "5555 5555 5555 4444" });
    return { id: subscription.id, customer, failing: failing.id };
  }

  test("becomes the customer's default, but neither replaces the subscription's own card nor pays the open invoice", async () => {
    const { id, customer, failing } = await pastDue();
    const owner = await bench.stripe.customers.retrieve(customer);
    const card = owner.deleted ? null : owner.invoice_settings.default_payment_method;
    expect(card).not.toBeNull();
    expect(card).not.toBe(failing);
    expect(await read(id)).toMatchObject({ status: "past_due", default_payment_method: failing });
    expect((await invoicesOf(id))[0]).toMatchObject({ status: "open", attempt_count: 1 });
  });

  test("pays the open invoice if invoices.pay names the card", async () => {
    const { id, customer } = await pastDue();
    const owner = await bench.stripe.customers.retrieve(customer);
    const card = owner.deleted ? "" : String(owner.invoice_settings.default_payment_method);
    const [open] = await invoicesOf(id);
    const paid = await bench.stripe.invoices.pay(open?.id ?? "", { payment_method: card });
    expect(paid.status).toBe("paid");
    expect((await read(id)).status).toBe("active");
  });
});

test("only paying the latest invoice makes an unpaid subscription active", async () => {
  await bench.control("settings", { dunning_end: "unpaid" });
  const { id, customer } = await aSubscription(bench.stripe);
  const failing = await bench.stripe.paymentMethods.attach("pm_card_chargeCustomerFail", {
    customer: String(customer),
  });
  await bench.stripe.subscriptions.update(id, { default_payment_method: failing.id });
  await bench.forward({ days: 62, hours: 2 });
  const [latest, older] = await invoicesOf(id);
  expect([latest?.status, older?.status]).toEqual(["draft", "open"]);
  await bench.stripe.invoices.pay(older?.id ?? "", { payment_method: "pm_card_visa" });
  expect((await read(id)).status).toBe("unpaid");
  await bench.stripe.invoices.pay(latest?.id ?? "", { payment_method: "pm_card_visa" });
  expect((await read(id)).status).toBe("active");
});

test("paying a canceled subscription's open invoice does not reactivate the subscription", async () => {
  const { id, customer } = await aSubscription(bench.stripe);
  const failing = await bench.stripe.paymentMethods.attach("pm_card_chargeCustomerFail", {
    customer: String(customer),
  });
  await bench.stripe.subscriptions.update(id, { default_payment_method: failing.id });
  await bench.forward({ days: 38, hours: 2 });
  expect((await read(id)).status).toBe("canceled");
  const [open] = await invoicesOf(id);
  expect(open).toMatchObject({ status: "open", auto_advance: false });
  await bench.form(open?.hosted_invoice_url ?? "", CARD);
  expect((await invoicesOf(id))[0]?.status).toBe("paid");
  expect((await read(id)).status).toBe("canceled");
});

describe("paused collection", () => {
  const pause = (id: string, behavior: "void" | "keep_as_draft" | "mark_uncollectible") =>
    bench.stripe.subscriptions.update(id, { pause_collection: { behavior } });

  test.each([
    ["void", "void"],
    ["keep_as_draft", "draft"],
    ["mark_uncollectible", "uncollectible"],
  ] as const)(
    "%s: the period continues, the invoice becomes %s, and nothing is charged",
    async (behavior, status) => {
      const { id } = await aSubscription(bench.stripe);
      expect(await pause(id, behavior)).toMatchObject({
        status: "active",
        pause_collection: { behavior, resumes_at: null },
      });
      await bench.forward({ days: 31 });
      const renewed = await read(id);
      expect(renewed.status).toBe("active");
      expect(renewed.items.data[0]?.current_period_start).toBe(PERIOD_END);
      expect((await invoicesOf(id))[0]?.status).toBe(status);
      expect((await bench.stripe.charges.list()).data).toHaveLength(1);
    },
  );

  test("resumes when pause_collection is emptied, and charges the next period", async () => {
    const { id } = await aSubscription(bench.stripe);
    await pause(id, "void");
    await bench.forward({ days: 31 });
    const resumed = await bench.stripe.subscriptions.update(id, { pause_collection: "" });
    expect(resumed.pause_collection).toBeNull();
    await bench.forward({ days: 31 });
    expect((await bench.stripe.charges.list()).data).toHaveLength(2);
  });

  test("resumes at resumes_at", async () => {
    const { id } = await aSubscription(bench.stripe);
    await bench.stripe.subscriptions.update(id, {
      pause_collection: { behavior: "void", resumes_at: PERIOD_END + DAY },
    });
    await bench.forward({ days: 32 });
    expect((await read(id)).pause_collection).toBeNull();
  });
});

test("an open invoice is not retried while auto_advance is off", async () => {
  const { id, customer } = await aSubscription(bench.stripe);
  const failing = await bench.stripe.paymentMethods.attach("pm_card_chargeCustomerFail", {
    customer: String(customer),
  });
  await bench.stripe.subscriptions.update(id, { default_payment_method: failing.id });
  await bench.forward({ days: 30, hours: 2 });
  const [open] = await invoicesOf(id);
  const invoice = open?.id ?? "";
  const off = await bench.stripe.invoices.update(invoice, { auto_advance: false });
  expect(off).toMatchObject({ auto_advance: false, next_payment_attempt: null });
  await bench.forward({ days: 20 });
  expect(await bench.stripe.invoices.retrieve(invoice)).toMatchObject({ attempt_count: 1, status: "open" });
  const on = await bench.stripe.invoices.update(invoice, { auto_advance: true });
  expect(on.next_payment_attempt).toBeGreaterThan(bench.now());
  await bench.forward({ days: 8 });
  expect((await bench.stripe.invoices.retrieve(invoice)).attempt_count).toBeGreaterThan(1);
});
