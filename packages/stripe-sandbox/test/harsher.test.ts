import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Bench, startBench } from "../src/bench.ts";
import { aPayer, aPrice, aSubscription, CARD, refusal } from "./sandbox.ts";

let bench: Bench;
beforeEach(async () => {
  bench = await startBench();
});
afterEach(() => bench.close());

describe("a deleted customer", () => {
  async function deleted() {
    const subscription = await aSubscription(bench.stripe);
    const customer = String(subscription.customer);
    const price = await aPrice(bench.stripe);
    const session = await bench.stripe.checkout.sessions.create({
      customer,
      mode: "payment",
      line_items: [{ price: price.id, quantity: 1 }],
      success_url: "https://site.test/success",
    });
    const hook = await bench.listen();
    await bench.stripe.customers.del(customer);
    await bench.sandbox.settle();
    return { customer, subscription: subscription.id, price: price.id, session, hook };
  }

  test("loses the subscription, with the events customer.subscription.deleted and customer.deleted", async () => {
    const { customer, subscription, hook } = await deleted();
    expect((await bench.stripe.subscriptions.retrieve(subscription)).status).toBe("canceled");
    expect(hook.types()).toEqual(
      expect.arrayContaining(["customer.subscription.deleted", "customer.deleted"]),
    );
    expect(await bench.stripe.customers.retrieve(customer)).toEqual(
      expect.objectContaining({ id: customer, object: "customer", deleted: true }),
    );
  });

  test("loses the cards", async () => {
    const { subscription } = await deleted();
    const { default_payment_method, latest_invoice } =
      await bench.stripe.subscriptions.retrieve(subscription);
    expect(default_payment_method).toBeNull();
    const intent = (await bench.stripe.paymentIntents.list()).data[0];
    const card = await bench.stripe.paymentMethods.retrieve(String(intent?.payment_method));
    expect(card.customer).toBeNull();
    expect(latest_invoice).not.toBeNull();
  });

  test("is refused by checkout, portal and updates", async () => {
    const { customer, price } = await deleted();
    const missing = { statusCode: 400, code: "resource_missing", param: "customer" };
    const checkout = bench.stripe.checkout.sessions.create({
      customer,
      mode: "payment",
      line_items: [{ price, quantity: 1 }],
      success_url: "https://site.test/success",
    });
    expect(await refusal(checkout)).toMatchObject(missing);
    expect(await refusal(bench.stripe.billingPortal.sessions.create({ customer }))).toMatchObject(missing);
    const update = bench.stripe.customers.update(customer, { name: "Ada" });
    expect(await refusal(update)).toMatchObject({ statusCode: 404, code: "resource_missing" });
  });

  test("cannot pay on an open checkout page", async () => {
    const { session } = await deleted();
    const page = await bench.form(session.url ?? "", CARD);
    expect(page.status).toBe(402);
    expect((await bench.stripe.checkout.sessions.retrieve(session.id)).status).not.toBe("complete");
  });
});

describe("a parameter that this API version removed", () => {
  test("is refused (payment_method_types), and its successor is accepted (allowed_payment_method_types)", async () => {
    const price = await aPrice(bench.stripe);
    const params = {
      mode: "payment" as const,
      line_items: [{ price: price.id, quantity: 1 }],
      success_url: "https://site.test/success",
    };
    const old = bench.stripe.checkout.sessions.create({ ...params, payment_method_types: ["card"] } as never);
    expect(await refusal(old)).toMatchObject({ statusCode: 400, param: "payment_method_types" });
    const made = await bench.stripe.checkout.sessions.create({
      ...params,
      allowed_payment_method_types: ["card"],
    });
    expect(made.allowed_payment_method_types).toEqual(["card"]);
    const late = await bench.control(`checkout/${made.id}/pay_later`);
    expect(JSON.stringify(late)).toContain("does not take bank debits");
  });
});

test("an idempotency key with other parameters is an idempotency error", async () => {
  const idempotencyKey = "once";
  await bench.stripe.customers.create({ email: "ada@example.com" }, { idempotencyKey });
  const other = bench.stripe.customers.create({ email: "grace@example.com" }, { idempotencyKey });
  expect(await refusal(other)).toMatchObject({ type: "StripeIdempotencyError", statusCode: 400 });
});

describe("a subscription", () => {
  const chargeOf = async () => (await bench.stripe.charges.list()).data[0]?.id ?? "";
  const charges = async () => (await bench.stripe.charges.list()).data.filter(({ paid }) => paid).length;

  test("renews after a full refund of its payment", async () => {
    const { id } = await aSubscription(bench.stripe);
    await bench.stripe.refunds.create({ charge: await chargeOf() });
    await bench.forward({ days: 32 });
    expect((await bench.stripe.subscriptions.retrieve(id)).status).toBe("active");
    expect(await charges()).toBe(2);
  });

  test("renews after a lost dispute of its payment", async () => {
    const { id } = await aSubscription(bench.stripe);
    const { id: dispute } = await bench.control("disputes", { charge: await chargeOf() });
    await bench.control(`disputes/${String(dispute)}/close`, { outcome: "lost" });
    await bench.forward({ days: 32 });
    expect((await bench.stripe.subscriptions.retrieve(id)).status).toBe("active");
    expect(await charges()).toBe(2);
  });
});

describe("an inquiry", () => {
  async function inquiry() {
    const customer = await aPayer(bench.stripe);
    await bench.stripe.paymentIntents.create({
      amount: 900,
      currency: "usd",
      customer: customer.id,
      payment_method: String(customer.invoice_settings.default_payment_method),
      confirm: true,
      return_url: "https://site.test",
    });
    const charge = (await bench.stripe.charges.list()).data[0]?.id ?? "";
    const opened = await bench.control("disputes", { charge, reason: "inquiry" });
    return { charge, id: String(opened.id), status: opened.status };
  }

  test("closes after a full refund, without a fee", async () => {
    const { id, charge, status } = await inquiry();
    expect(status).toBe("warning_needs_response");
    await bench.stripe.refunds.create({ charge });
    const closed = await bench.stripe.disputes.retrieve(id);
    expect(closed).toMatchObject({ status: "warning_closed", balance_transactions: [] });
  });

  test("allows another refund after a failed one", async () => {
    const { id, charge } = await inquiry();
    const failed = await bench.stripe.refunds.create({ charge });
    await bench.control(`refunds/${failed.id}/fail`);
    expect(await bench.stripe.disputes.retrieve(id)).toMatchObject({ is_charge_refundable: true });
    expect(await bench.stripe.refunds.create({ charge })).toMatchObject({ status: "succeeded", amount: 900 });
  });

  test("allows a refund after it closes", async () => {
    const { id, charge } = await inquiry();
    await bench.control(`disputes/${id}/close`, { outcome: "lost" });
    expect(await bench.stripe.disputes.retrieve(id)).toMatchObject({ status: "warning_closed" });
    expect((await bench.stripe.charges.retrieve(charge)).disputed).toBe(false);
    expect(await bench.stripe.refunds.create({ charge })).toMatchObject({ status: "succeeded", amount: 900 });
  });

  test("can become a dispute with the same id, which withdraws the money", async () => {
    const { id } = await inquiry();
    const hook = await bench.listen(["charge.dispute.updated", "charge.dispute.funds_withdrawn"]);
    const escalated = await bench.control(`disputes/${id}/escalate`);
    await bench.sandbox.settle();
    expect(escalated).toMatchObject({ id, status: "needs_response", is_charge_refundable: false });
    expect(hook.types().sort()).toEqual(["charge.dispute.funds_withdrawn", "charge.dispute.updated"]);
  });
});

describe("a dispute", () => {
  const disputed = async () => {
    await aSubscription(bench.stripe);
    const charge = (await bench.stripe.charges.list()).data[0]?.id ?? "";
    return (await bench.control("disputes", { charge })) as { id: string };
  };

  test("accepts evidence once", async () => {
    const { id } = await disputed();
    const answer = { evidence: { uncategorized_text: "They used it." } };
    await bench.stripe.disputes.update(id, { ...answer, submit: false });
    await bench.stripe.disputes.update(id, answer);
    expect((await refusal(bench.stripe.disputes.update(id, answer))).param).toBe("evidence");
    await bench.control(`disputes/${id}/close`, { outcome: "won" });
    expect((await refusal(bench.stripe.disputes.update(id, answer))).param).toBe("evidence");
    expect((await bench.stripe.disputes.retrieve(id)).status).toBe("won");
  });

  test("accepts at most 150,000 characters of evidence in total", async () => {
    const { id } = await disputed();
    const most = "x".repeat(20_000);
    const evidence = {
      access_activity_log: most,
      cancellation_policy_disclosure: most,
      cancellation_rebuttal: most,
      product_description: most,
      refund_policy_disclosure: most,
      refund_refusal_explanation: most,
      uncategorized_text: most,
      customer_name: "x".repeat(5_000),
    };
    const saved = (more: object) =>
      bench.stripe.disputes.update(id, { evidence: { ...evidence, ...more }, submit: false });
    await saved({ service_date: "x".repeat(5_000) });
    const tooMuch = saved({ service_date: "x".repeat(5_000), customer_email_address: "x" });
    expect((await refusal(tooMuch)).param).toBe("evidence");
  });

  test.each([
    ["service_date", 5_000],
    ["customer_email_address", 5_000],
    ["product_description", 20_000],
  ])("limits %s to %i characters", async (field, most) => {
    const { id } = await disputed();
    const saved = (text: string) =>
      bench.stripe.disputes.update(id, { evidence: { [field]: text }, submit: false });
    await saved("x".repeat(most));
    expect((await refusal(saved("x".repeat(most + 1)))).param).toBe(`evidence[${field}]`);
  });
});

test("an event can no longer be retrieved after thirty days", async () => {
  const { id } = await aSubscription(bench.stripe);
  const created = async () =>
    (await bench.stripe.events.list({ type: "customer.subscription.created" })).data;
  const [event] = await created();
  expect(event?.data.object).toMatchObject({ id });
  await bench.forward({ days: 30, minutes: 1 });
  expect(await created()).toEqual([]);
  const gone = await refusal(bench.stripe.events.retrieve(event?.id ?? ""));
  expect(gone).toMatchObject({ statusCode: 404, code: "resource_missing" });
});

test("an account has at most sixteen webhook endpoints", async () => {
  const add = (index: number) =>
    bench.stripe.webhookEndpoints.create({ url: `https://shop.test/${index}`, enabled_events: ["*"] });
  for (let index = 0; index < 16; index += 1) await add(index);
  expect((await refusal(add(16))).statusCode).toBe(400);
});

describe("connected accounts", () => {
  test("can be created only in countries that the platform can pay", async () => {
    const made = await bench.stripe.accounts.create({ type: "express", country: "DE" });
    expect(made.country).toBe("DE");
    const abroad = bench.stripe.accounts.create({ type: "express", country: "IN" });
    expect(await refusal(abroad)).toMatchObject({ statusCode: 400, param: "country" });
  });
});
