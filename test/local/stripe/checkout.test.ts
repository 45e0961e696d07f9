import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { aMonthlyPrice, aPrice, type Bench, CARD, refusal, startBench } from "./sandbox.ts";

let bench: Bench;
beforeEach(async () => {
  bench = await startBench();
});
afterEach(() => bench.close());

const BACK = {
  success_url: "https://shop.test/success?session={CHECKOUT_SESSION_ID}",
  cancel_url: "https://shop.test/cart",
};

async function single(more: object = {}) {
  const price = await aPrice(bench.stripe, { unit_amount: 4900 });
  return bench.stripe.checkout.sessions.create({
    mode: "payment",
    line_items: [{ price: price.id, quantity: 1 }],
    ...BACK,
    ...more,
  });
}

async function monthly(more: object = {}) {
  const price = await aMonthlyPrice(bench.stripe);
  return bench.stripe.checkout.sessions.create({
    mode: "subscription",
    line_items: [{ price: price.id, quantity: 1 }],
    ...BACK,
    ...more,
  });
}

describe("the hosted page", () => {
  test("shows what is bought, for how much, and asks for the card with names a browser knows", async () => {
    const session = await single({ customer_email: "ada@example.com" });
    const page = await (await fetch(session.url ?? "")).text();
    expect(page).toContain("Plan");
    expect(page).toContain("$49.00");
    expect(page).toContain("ada@example.com");
    expect(page).toContain('href="https://shop.test/cart"');
    for (const name of ["cc-number", "cc-exp", "cc-csc", "cc-name", "postal-code"])
      expect(page).toContain(`autocomplete="${name}"`);
    expect(page).not.toMatch(/<script|src="http/);
  });

  test("what a merchant named things cannot break out of the page", async () => {
    const product = await bench.stripe.products.create({ name: "<script>alert(1)</script>" });
    const price = await bench.stripe.prices.create({
      product: product.id,
      currency: "usd",
      unit_amount: 100,
    });
    const session = await bench.stripe.checkout.sessions.create({
      mode: "payment",
      line_items: [{ price: price.id, quantity: 1 }],
      ...BACK,
    });
    expect(await (await fetch(session.url ?? "")).text()).not.toContain("<script>alert");
  });

  test("a paid session leads to the success address with its id", async () => {
    const session = await single();
    const paid = await bench.form(session.url ?? "", { ...CARD, email: "ada@example.com" });
    expect(paid.status).toBe(303);
    expect(paid.headers.get("location")).toBe(`https://shop.test/success?session=${session.id}`);
    const done = await bench.stripe.checkout.sessions.retrieve(session.id, {
      expand: ["payment_intent.latest_charge"],
    });
    expect(done).toMatchObject({
      status: "complete",
      payment_status: "paid",
      url: null,
      customer_details: { email: "ada@example.com", name: "Ada Lovelace" },
      payment_intent: {
        amount: 4900,
        latest_charge: { paid: true, payment_method_details: { card: { last4: "4242" } } },
      },
    });
  });

  test.each([
    ["4000 0000 0000 0002", "Your card was declined."],
    ["4000 0000 0000 9995", "Your card has insufficient funds."],
    ["4000 0000 0000 0069", "Your card has expired."],
    ["4000 0000 0000 0127", "Your card&#39;s security code is incorrect."],
    ["4000 0000 0000 0341", "Your card was declined."],
    ["4242 4242 4242 4241", "Your card number is incorrect."],
  ])("card %s is refused on the page: %s", async (number, words) => {
    const session = await single();
    const answer = await bench.form(session.url ?? "", { ...CARD, number, email: "ada@example.com" });
    expect(answer.status).toBe(402);
    const page = await answer.text();
    expect(page).toContain('role="alert"');
    expect(page).toContain(words);
    expect((await bench.stripe.checkout.sessions.retrieve(session.id)).status).toBe("open");
  });

  test("after a decline another card pays, by the same payment intent", async () => {
    const session = await single();
    await bench.form(session.url ?? "", { ...CARD, number: "4000 0000 0000 0002" });
    await bench.form(session.url ?? "", CARD);
    const intents = await bench.stripe.paymentIntents.list();
    expect(intents.data).toHaveLength(1);
    const charges = await bench.stripe.charges.list();
    expect(charges.data.map((charge) => charge.status)).toEqual(["succeeded", "failed"]);
    expect(charges.data[1]).toMatchObject({
      failure_code: "card_declined",
      outcome: { reason: "generic_decline" },
    });
  });

  test("a card that asks for 3-D Secure goes through the bank's page", async () => {
    const session = await single();
    const asked = await bench.form(session.url ?? "", { ...CARD, number: "4000 0027 6000 3184" });
    const bank = asked.headers.get("location") ?? "";
    expect(await (await fetch(bank)).text()).toContain("Complete");
    const failed = await bench.form(bank, { answer: "fail" });
    expect(failed.headers.get("location")).toBe(`/c/${session.id}`);
    expect((await bench.stripe.checkout.sessions.retrieve(session.id)).status).toBe("open");
    const again = await bench.form(session.url ?? "", { ...CARD, number: "4000 0027 6000 3184" });
    await bench.form(again.headers.get("location") ?? "", { answer: "complete" });
    expect(await bench.stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
      status: "complete",
      payment_status: "paid",
    });
  });

  test("paying twice takes the money once", async () => {
    const session = await single();
    await Promise.all([bench.form(session.url ?? "", CARD), bench.form(session.url ?? "", CARD)]);
    expect((await bench.stripe.charges.list()).data).toHaveLength(1);
  });
});

describe("a single payment", () => {
  test("with invoice_creation has a paid invoice that names its payment", async () => {
    const session = await single({
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

  test("hands metadata and transfer group on to the payment", async () => {
    const session = await single({ payment_intent_data: { metadata: { order: "7" }, transfer_group: "g1" } });
    await bench.control(`checkout/${session.id}/pay`);
    const done = await bench.stripe.checkout.sessions.retrieve(session.id, { expand: ["payment_intent"] });
    expect(done.payment_intent).toMatchObject({ metadata: { order: "7" }, transfer_group: "g1" });
  });

  test("tells of everything in the order in which it happened", async () => {
    const hook = await bench.listen([
      "charge.succeeded",
      "payment_intent.created",
      "payment_intent.succeeded",
      "checkout.session.completed",
    ]);
    const session = await single();
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
  test("begins paid, with its invoice and its card", async () => {
    const customer = await bench.stripe.customers.create({ email: "ada@example.com" });
    const session = await monthly({
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

  test("with a trial costs nothing today, and its price at the end", async () => {
    const session = await monthly({ subscription_data: { trial_period_days: 14 } });
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

  test("is not there when the card was declined", async () => {
    const session = await monthly();
    await bench.form(session.url ?? "", { ...CARD, number: "4000 0000 0000 0002" });
    expect((await bench.stripe.subscriptions.list({ status: "all" })).data).toHaveLength(0);
  });
});

describe("a slow payment", () => {
  test.each([
    ["succeeded", "paid", "checkout.session.async_payment_succeeded"],
    ["failed", "unpaid", "checkout.session.async_payment_failed"],
  ] as const)("that %s leaves the session %s, and tells of it", async (outcome, status, type) => {
    const hook = await bench.listen(["checkout.session.completed", type]);
    const session = await single({ invoice_creation: { enabled: true } });
    await bench.control(`checkout/${session.id}/pay_later`, { email: "ada@example.com" });
    expect(await bench.stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
      status: "complete",
      payment_status: "unpaid",
    });
    await bench.control(`checkout/${session.id}/settle`, { outcome });
    await bench.sandbox.settle();
    const after = await bench.stripe.checkout.sessions.retrieve(session.id);
    expect(after.payment_status).toBe(status);
    expect(after.invoice === null).toBe(outcome === "failed");
    expect(hook.types()).toEqual(["checkout.session.completed", type]);
  });
});

describe("expiry", () => {
  test("happens by itself, and tells of it", async () => {
    const hook = await bench.listen(["checkout.session.expired"]);
    const session = await single({ expires_at: bench.now() + 1800 });
    await bench.forward({ minutes: 29 });
    expect((await bench.stripe.checkout.sessions.retrieve(session.id)).status).toBe("open");
    await bench.forward({ minutes: 2 });
    await bench.sandbox.settle();
    expect(await bench.stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
      status: "expired",
      url: null,
    });
    expect(hook.received[0]?.event).toMatchObject({
      created: session.expires_at,
      data: { object: { id: session.id, status: "expired" } },
    });
    expect((await bench.form(session.url ?? "", CARD)).status).toBe(410);
  });

  test("can be asked for, once", async () => {
    const session = await single();
    expect((await bench.stripe.checkout.sessions.expire(session.id)).status).toBe("expired");
    expect((await refusal(bench.stripe.checkout.sessions.expire(session.id))).statusCode).toBe(400);
  });

  test("lies between 30 minutes and 24 hours ahead", async () => {
    for (const ahead of [600, 25 * 3600]) {
      expect((await refusal(single({ expires_at: bench.now() + ahead }))).param).toBe("expires_at");
    }
  });
});

describe("promotion codes", () => {
  async function code(coupon: object, name = "SPRING") {
    const made = await bench.stripe.coupons.create({ duration: "once", ...coupon });
    return bench.stripe.promotionCodes.create({
      promotion: { type: "coupon", coupon: made.id },
      code: name,
      max_redemptions: 1,
    });
  }

  test("typed in on the page take something off, once", async () => {
    const promotion = await code({ percent_off: 25 });
    const session = await single({ allow_promotion_codes: true });
    const url = `${session.url}/promotion`;
    expect(await (await bench.form(url, { code: "WINTER" })).text()).toContain("This code is invalid.");
    expect((await bench.form(url, { code: "spring" })).status).toBe(303);
    await bench.form(session.url ?? "", { ...CARD, email: "ada@example.com" });
    const done = await bench.stripe.checkout.sessions.retrieve(session.id, {
      expand: ["payment_intent", "line_items"],
    });
    expect(done).toMatchObject({
      amount_subtotal: 4900,
      amount_total: 3675,
      total_details: { amount_discount: 1225 },
      payment_intent: { amount: 3675 },
      discounts: [{ promotion_code: promotion.id }],
      line_items: { data: [{ amount_discount: 1225, amount_total: 3675 }] },
    });
  });

  test("on a subscription, a coupon for one payment counts for the first invoice only", async () => {
    const promotion = await code({ amount_off: 200, currency: "usd" });
    const session = await monthly({ discounts: [{ promotion_code: promotion.id }] });
    await bench.control(`checkout/${session.id}/pay`, { email: "ada@example.com" });
    await bench.forward({ days: 32 });
    const invoices = await bench.stripe.invoices.list();
    expect(invoices.data.map((invoice) => invoice.total)).toEqual([1200, 1000]);
    expect((await bench.stripe.promotionCodes.retrieve(promotion.id)).times_redeemed).toBe(1);
  });

  test("everything taken off needs no card", async () => {
    const coupon = await bench.stripe.coupons.create({ percent_off: 100 });
    const session = await single({ discounts: [{ coupon: coupon.id }] });
    expect(await (await fetch(session.url ?? "")).text()).not.toContain('name="number"');
    await bench.form(session.url ?? "", { email: "ada@example.com" });
    expect(await bench.stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
      status: "complete",
      payment_status: "no_payment_required",
    });
  });
});

test("what does not go together is refused", async () => {
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
