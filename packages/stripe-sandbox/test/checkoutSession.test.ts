import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Bench, startBench } from "../src/bench.ts";
import { BACK, monthlyCheckout, paymentCheckout } from "./checkouts.ts";
import { aMonthlyPrice, CARD, refusal } from "./sandbox.ts";

let bench: Bench;
beforeEach(async () => {
  bench = await startBench();
});
afterEach(() => bench.close());

describe("a single payment", () => {
  test("with invoice_creation has a paid invoice that names its payment", async () => {
    const session = await paymentCheckout(bench.stripe, {
      invoice_creation: { enabled: true, invoice_data: { metadata: { order: "7" } } },
    });
    await bench.control(`checkout/${session.id}/pay`, { card: "4242424242424242", email: "ada@example.com" });
    const done = await bench.stripe.checkout.sessions.retrieve(session.id, { expand: ["invoice.payments"] });
    expect(done.invoice).toMatchObject({
      status: "paid",
      billing_reason: "manual",
      amount_paid: 4900,
      metadata: { order: "7" },
      parent: null,
      payments: { data: [{ payment: { type: "payment_intent", payment_intent: done.payment_intent } }] },
    });
    expect(done.customer).toMatch(/^cus_/);
  });

  test("passes metadata and transfer group to the payment", async () => {
    const session = await paymentCheckout(bench.stripe, {
      payment_intent_data: { metadata: { order: "7" }, transfer_group: "g1" },
    });
    await bench.control(`checkout/${session.id}/pay`);
    const done = await bench.stripe.checkout.sessions.retrieve(session.id, { expand: ["payment_intent"] });
    expect(done.payment_intent).toMatchObject({ metadata: { order: "7" }, transfer_group: "g1" });
  });

  test("emits its events in order", async () => {
    const hook = await bench.listen([
      "charge.succeeded",
      "payment_intent.created",
      "payment_intent.succeeded",
      "checkout.session.completed",
    ]);
    const session = await paymentCheckout(bench.stripe);
    await bench.control(`checkout/${session.id}/pay`);
    await bench.sandbox.settle();
    expect(hook.types()).toEqual([
      "payment_intent.created",
      "charge.succeeded",
      "payment_intent.succeeded",
      "checkout.session.completed",
    ]);
  });
});

describe("a subscription", () => {
  test("begins active, with a paid invoice and its card", async () => {
    const customer = await bench.stripe.customers.create({ email: "ada@example.com" });
    const session = await monthlyCheckout(bench.stripe, {
      customer: customer.id,
      subscription_data: { metadata: { plan: "pro" } },
    });
    await bench.form(session.url ?? "", CARD);
    const done = await bench.stripe.checkout.sessions.retrieve(session.id, {
      expand: ["subscription.latest_invoice", "subscription.default_payment_method"],
    });
    expect(done.subscription).toMatchObject({
      status: "active",
      customer: customer.id,
      metadata: { plan: "pro" },
      default_payment_method: { card: { last4: "4242" }, customer: customer.id },
      latest_invoice: {
        status: "paid",
        billing_reason: "subscription_create",
        amount_paid: 1200,
        id: done.invoice,
      },
    });
    expect(done.payment_intent).toBeNull();
  });

  test("with a trial costs nothing today, and is charged at the trial's end", async () => {
    const session = await monthlyCheckout(bench.stripe, { subscription_data: { trial_period_days: 14 } });
    expect(session.amount_total).toBe(0);
    await bench.control(`checkout/${session.id}/pay`, { email: "ada@example.com" });
    const { subscription } = await bench.stripe.checkout.sessions.retrieve(session.id, {
      expand: ["subscription"],
    });
    expect(subscription).toMatchObject({ status: "trialing", trial_end: bench.now() + 14 * 86_400 });
    await bench.forward({ days: 14, hours: 2 });
    const invoices = await bench.stripe.invoices.list();
    expect(invoices.data.map((invoice) => invoice.amount_paid)).toEqual([1200, 0]);
  });

  test("does not begin after a declined card", async () => {
    const session = await monthlyCheckout(bench.stripe);
    await bench.form(session.url ?? "", { ...CARD, number: "4000 0000 0000 0002" });
    expect((await bench.stripe.subscriptions.list({ status: "all" })).data).toHaveLength(0);
  });
});

describe("a slow payment", () => {
  test.each([
    ["succeeded", "paid", "succeeded", "checkout.session.async_payment_succeeded"],
    ["failed", "unpaid", "requires_payment_method", "checkout.session.async_payment_failed"],
  ] as const)(
    "that has %s sets the session to %s and its payment to %s, and emits an event",
    async (outcome, status, payment, type) => {
      const hook = await bench.listen(["checkout.session.completed", type]);
      const session = await paymentCheckout(bench.stripe, { invoice_creation: { enabled: true } });
      await bench.control(`checkout/${session.id}/pay_later`, { email: "ada@example.com" });
      const shown = () => bench.stripe.checkout.sessions.retrieve(session.id, { expand: ["payment_intent"] });
      expect(await shown()).toMatchObject({
        status: "complete",
        payment_status: "unpaid",
        payment_intent: { status: "processing" },
      });
      await bench.control(`checkout/${session.id}/settle`, { outcome });
      await bench.sandbox.settle();
      const after = await shown();
      expect(after).toMatchObject({ payment_status: status, payment_intent: { status: payment } });
      expect(after.invoice === null).toBe(outcome === "failed");
      expect(hook.types()).toEqual(["checkout.session.completed", type]);
    },
  );
});

describe("a subscription's slow payment", () => {
  async function waiting() {
    const session = await monthlyCheckout(bench.stripe);
    await bench.control(`checkout/${session.id}/pay_later`, { email: "ada@example.com" });
    const done = await bench.stripe.checkout.sessions.retrieve(session.id);
    const shown = () =>
      bench.stripe.subscriptions.retrieve(String(done.subscription), { expand: ["latest_invoice"] });
    return { done, shown, invoice: String(done.invoice) };
  }

  test("makes the subscription active before the money arrives", async () => {
    const { done, shown } = await waiting();
    expect(done).toMatchObject({ status: "complete", payment_status: "unpaid", payment_intent: null });
    expect(await shown()).toMatchObject({ status: "active", latest_invoice: { status: "open" } });
    await bench.forward({ days: 2 });
    expect((await shown()).status).toBe("active");
  });

  test.each([
    ["succeeded", "active", "paid"],
    ["failed", "past_due", "open"],
  ] as const)(
    "that has %s sets the subscription to %s and its invoice to %s",
    async (outcome, status, invoice) => {
      const { done, shown } = await waiting();
      await bench.control(`checkout/${done.id}/settle`, { outcome });
      expect(await shown()).toMatchObject({ status, latest_invoice: { status: invoice } });
    },
  );

  test("prevents voiding the invoice or paying it again, and later pays it although the subscription was canceled", async () => {
    const { done, shown, invoice } = await waiting();
    await bench.stripe.subscriptions.cancel(String(done.subscription));
    const voided = await refusal(bench.stripe.invoices.voidInvoice(invoice));
    expect(voided.message).toContain("being processed");
    expect((await refusal(bench.stripe.invoices.pay(invoice))).message).toContain("being processed");
    await bench.control(`checkout/${done.id}/settle`, { outcome: "succeeded" });
    expect(await shown()).toMatchObject({ status: "canceled", latest_invoice: { status: "paid" } });
  });
});

test("contradicting parameters and an unknown customer are refused", async () => {
  const recurring = await aMonthlyPrice(bench.stripe);
  const session = (more: object) =>
    refusal(
      bench.stripe.checkout.sessions.create({
        mode: "payment",
        line_items: [{ price: recurring.id, quantity: 1 }],
        ...BACK,
        ...more,
      }),
    );
  expect((await session({})).message).toContain("recurring price");
  expect((await session({ mode: "subscription", invoice_creation: { enabled: true } })).param).toBe(
    "invoice_creation",
  );
  expect((await session({ mode: "subscription", customer: "cus_none" })).param).toBe("customer");
});
