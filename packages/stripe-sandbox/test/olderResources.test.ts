import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Bench, startBench } from "../src/bench.ts";
import { ACACIA, aMonthlyPrice, aPayer, aSubscription, refusal } from "./sandbox.ts";

let bench: Bench;
beforeEach(async () => {
  bench = await startBench();
});
afterEach(() => bench.close());

const asked = (path: string, params: object) =>
  bench.stripe.rawRequest("POST", path, params, { apiVersion: ACACIA });

describe("a customer", () => {
  test("comes with a named card that is the default at once", async () => {
    const customer = await bench.stripe.customers.create({
      payment_method: "pm_card_visa",
      invoice_settings: { default_payment_method: "pm_card_visa" },
    });
    const method = String(customer.invoice_settings.default_payment_method);
    expect((await bench.stripe.paymentMethods.retrieve(method)).customer).toBe(customer.id);
    const price = await aMonthlyPrice(bench.stripe);
    const subscription = await bench.stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: price.id }],
    });
    expect(subscription.status).toBe("active");
  });

  test("pays with a source where no payment method is set", async () => {
    const customer = await bench.stripe.customers.create({ source: "tok_visa" });
    const card = String(customer.default_source);
    expect(await bench.stripe.customers.retrieveSource(customer.id, card)).toMatchObject({
      object: "card",
      brand: "Visa",
      last4: "4242",
      customer: customer.id,
    });
    const price = await aMonthlyPrice(bench.stripe);
    const subscription = await bench.stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: price.id }],
    });
    expect(subscription.status).toBe("active");
    const shown = await bench.stripe.customers.retrieve(customer.id, {
      expand: ["default_source", "sources"],
    });
    expect(shown).toMatchObject({ default_source: { object: "card" }, sources: { data: [{ id: card }] } });
  });

  test("is not made with a token that is not there, nor is its card attached", async () => {
    const made = bench.stripe.customers.create({ source: "tok_none", payment_method: "pm_card_visa" });
    expect((await refusal(made)).message).toBe("No such token: 'tok_none'");
    expect((await bench.stripe.customers.list()).data).toEqual([]);
    expect((await bench.stripe.paymentMethods.list()).data).toEqual([]);
  });

  test("can have, change and lose sources, each with its event", async () => {
    const customer = await bench.stripe.customers.create();
    const hook = await bench.listen();
    const first = await bench.stripe.customers.createSource(customer.id, { source: "tok_visa" });
    const second = await bench.stripe.customers.createSource(customer.id, { source: "tok_mastercard" });
    await bench.stripe.customers.updateSource(customer.id, second.id, { metadata: { kept: "yes" } });
    await bench.stripe.customers.deleteSource(customer.id, first.id);
    await bench.sandbox.settle();
    expect(hook.types()).toEqual([
      "customer.source.created",
      "customer.updated",
      "customer.source.created",
      "customer.source.updated",
      "customer.source.deleted",
    ]);
    const left = await bench.stripe.customers.listSources(customer.id);
    expect(left.data).toMatchObject([{ id: second.id, metadata: { kept: "yes" } }]);
  });
});

test("a payment method is made of a token", async () => {
  const method = await bench.stripe.paymentMethods.create({ type: "card", card: { token: "tok_amex" } });
  expect(method.card?.brand).toBe("amex");
  const unknown = bench.stripe.paymentMethods.create({ type: "card", card: { token: "tok_none" } });
  expect((await refusal(unknown)).code).toBe("resource_missing");
});

describe("a customer's discount, by a version that has coupons there", () => {
  test("is made, replaced and removed, with its events", async () => {
    const hook = await bench.listen([
      "customer.discount.created",
      "customer.discount.updated",
      "customer.discount.deleted",
    ]);
    const [first, second] = [
      await bench.stripe.coupons.create({ percent_off: 20 }),
      await bench.stripe.coupons.create({ percent_off: 30 }),
    ];
    const customer = (await asked("/v1/customers", { coupon: first.id })) as unknown as { id: string };
    expect(customer).toMatchObject({ discount: { source: { coupon: first.id } } });
    await asked(`/v1/customers/${customer.id}`, { coupon: second.id });
    await asked(`/v1/customers/${customer.id}`, { coupon: "" });
    await bench.sandbox.settle();
    expect(hook.types()).toEqual([
      "customer.discount.created",
      "customer.discount.updated",
      "customer.discount.deleted",
    ]);
    expect(await bench.stripe.customers.retrieve(customer.id)).toMatchObject({ discount: null });
    expect((await refusal(bench.stripe.customers.deleteDiscount(customer.id))).statusCode).toBe(404);
  });

  test("comes off the invoices: one for once off the first alone", async () => {
    const payer = await aPayer(bench.stripe);
    const coupon = await bench.stripe.coupons.create({ percent_off: 50, duration: "once" });
    await asked(`/v1/customers/${payer.id}`, { coupon: coupon.id });
    const subscription = await aSubscription(bench.stripe, { customer: payer.id });
    await bench.forward({ days: 32 });
    const invoices = await bench.stripe.invoices.list({ subscription: subscription.id });
    expect(invoices.data.map((invoice) => invoice.total)).toEqual([1200, 600]);
  });
});

describe("plans", () => {
  test("are recurring prices in their older form", async () => {
    const hook = await bench.listen();
    const plan = await bench.stripe.plans.create({
      amount: 2000,
      currency: "usd",
      interval: "month",
      product: { name: "Plan" },
    });
    expect(plan).toMatchObject({ object: "plan", amount: 2000, interval: "month", active: true });
    expect(await bench.stripe.prices.retrieve(plan.id)).toMatchObject({ object: "price", unit_amount: 2000 });
    await bench.stripe.plans.update(plan.id, { metadata: { foo: "bar" } });
    await bench.stripe.plans.del(plan.id);
    expect((await refusal(bench.stripe.plans.retrieve(plan.id))).code).toBe("resource_missing");
    await bench.sandbox.settle();
    expect(hook.types()).toEqual([
      "product.created",
      "price.created",
      "plan.created",
      "price.updated",
      "plan.updated",
      "plan.deleted",
      "price.deleted",
    ]);
  });

  test("show recurring prices, and only those", async () => {
    const price = await aMonthlyPrice(bench.stripe);
    const product = String(price.product);
    const once = await bench.stripe.prices.create({ product, currency: "usd", unit_amount: 100 });
    expect((await bench.stripe.plans.list({ product })).data.map((plan) => plan.id)).toEqual([price.id]);
    expect((await refusal(bench.stripe.plans.retrieve(once.id))).statusCode).toBe(400);
  });
});

describe("payouts", () => {
  async function money() {
    await bench.stripe.paymentIntents.create({
      amount: 5000,
      currency: "usd",
      payment_method: "pm_card_bypassPending",
      confirm: true,
      return_url: "https://site.test/back",
    });
  }
  const available = async () => (await bench.stripe.balance.retrieve()).available[0]?.amount;

  test("take what is available, and arrive after two days", async () => {
    expect((await refusal(bench.stripe.payouts.create({ amount: 1100, currency: "usd" }))).code).toBe(
      "balance_insufficient",
    );
    await money();
    const before = (await available()) ?? 0;
    const hook = await bench.listen();
    const payout = await bench.stripe.payouts.create({ amount: 1100, currency: "usd" });
    expect(payout).toMatchObject({ status: "pending", automatic: false });
    expect(await available()).toBe(before - 1100);
    await bench.stripe.payouts.update(payout.id, { metadata: { foo: "bar" } });
    await bench.forward({ days: 3 });
    await bench.sandbox.settle();
    expect(hook.types()).toEqual(["payout.created", "payout.updated", "payout.updated", "payout.paid"]);
    expect((await bench.stripe.payouts.list({ status: "paid" })).data[0]?.id).toBe(payout.id);
  });

  test("can be taken back before they arrive", async () => {
    await money();
    const before = await available();
    const payout = await bench.stripe.payouts.create({ amount: 1100, currency: "usd" });
    expect((await bench.stripe.payouts.cancel(payout.id)).status).toBe("canceled");
    expect(await available()).toBe(before);
    expect((await refusal(bench.stripe.payouts.cancel(payout.id))).statusCode).toBe(400);
    await bench.forward({ days: 3 });
    expect((await bench.stripe.payouts.retrieve(payout.id)).status).toBe("canceled");
  });
});
