import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { aMonthlyPrice, aPayer, aPrice, aSubscription, type Bench, refusal, startBench } from "./sandbox.ts";

let bench: Bench;
beforeEach(async () => {
  bench = await startBench({ at: "2027-01-31T10:00:00Z" });
});
afterEach(() => bench.close());

const at = (time: string) => Date.parse(time) / 1000;
const ends = async (id: string) =>
  (await bench.stripe.subscriptions.retrieve(id)).items.data[0]?.current_period_end;

async function changeCard(customer: unknown, card: string) {
  const method = await bench.stripe.paymentMethods.attach(card, { customer: String(customer) });
  await bench.stripe.customers.update(String(customer), {
    invoice_settings: { default_payment_method: method.id },
  });
}

describe("renewals", () => {
  test("come once a period, on the last day where a month is short", async () => {
    const subscription = await aSubscription(bench.stripe);
    expect(await ends(subscription.id)).toBe(at("2027-02-28T10:00:00Z"));
    await bench.forward({ days: 31 });
    expect(await ends(subscription.id)).toBe(at("2027-03-31T10:00:00Z"));
    const invoices = await bench.stripe.invoices.list({ subscription: subscription.id });
    expect(invoices.data.map((invoice) => [invoice.billing_reason, invoice.status])).toEqual([
      ["subscription_cycle", "paid"],
      ["subscription_create", "paid"],
    ]);
    expect(invoices.data[0]).toMatchObject({
      parent: { type: "subscription_details", subscription_details: { subscription: subscription.id } },
      period_start: at("2027-01-31T10:00:00Z"),
      period_end: at("2027-02-28T10:00:00Z"),
      lines: { data: [{ period: { start: at("2027-02-28T10:00:00Z"), end: at("2027-03-31T10:00:00Z") } }] },
    });
  });

  test("a year at once is twelve of them, each dated when it was due", async () => {
    const subscription = await aSubscription(bench.stripe);
    await bench.forward({ days: 365 });
    const invoices = await bench.stripe.invoices.list({ subscription: subscription.id, limit: 100 });
    expect(invoices.data).toHaveLength(13);
    const days = invoices.data.map((invoice) => new Date(invoice.created * 1000).getUTCDate());
    expect(days).toEqual([31, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31, 28, 31]);
  });

  test("the invoice stays a draft for an hour before it is charged", async () => {
    const subscription = await aSubscription(bench.stripe);
    await bench.forward({ days: 28, minutes: 30 });
    const draft = (await bench.stripe.invoices.list({ subscription: subscription.id })).data[0];
    expect(draft).toMatchObject({ status: "draft", number: null, billing_reason: "subscription_cycle" });
    await bench.forward({ minutes: 31 });
    expect((await bench.stripe.invoices.retrieve(draft?.id ?? "")).status).toBe("paid");
  });

  test("numbers count up for each customer", async () => {
    const subscription = await aSubscription(bench.stripe);
    await bench.forward({ days: 60 });
    const numbers = (await bench.stripe.invoices.list({ subscription: subscription.id })).data.map(
      (invoice) => invoice.number ?? "",
    );
    expect(numbers.map((number) => number.slice(-4))).toEqual(["0003", "0002", "0001"]);
    expect(new Set(numbers.map((number) => number.slice(0, -5))).size).toBe(1);
  });
});

describe("ending", () => {
  test("at the end of the period: nothing more is charged", async () => {
    const hook = await bench.listen(["customer.subscription.updated", "customer.subscription.deleted"]);
    const subscription = await aSubscription(bench.stripe);
    const ending = await bench.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
    expect(ending).toMatchObject({
      status: "active",
      cancel_at: at("2027-02-28T10:00:00Z"),
      cancellation_details: { reason: "cancellation_requested" },
    });
    await bench.forward({ days: 40 });
    await bench.sandbox.settle();
    const over = await bench.stripe.subscriptions.retrieve(subscription.id);
    expect(over).toMatchObject({ status: "canceled", ended_at: at("2027-02-28T10:00:00Z") });
    expect((await bench.stripe.invoices.list()).data).toHaveLength(1);
    expect(hook.types().at(-1)).toBe("customer.subscription.deleted");
    expect(hook.received.at(-2)?.event.data.previous_attributes).toMatchObject({
      cancel_at_period_end: false,
      cancel_at: null,
    });
  });

  test("can be taken back", async () => {
    const subscription = await aSubscription(bench.stripe);
    await bench.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
    const kept = await bench.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: false });
    expect(kept).toMatchObject({
      cancel_at: null,
      canceled_at: null,
      cancellation_details: { reason: null },
    });
    await bench.forward({ days: 40 });
    expect((await bench.stripe.subscriptions.retrieve(subscription.id)).status).toBe("active");
  });

  test("at once; and what has ended cannot be ended again", async () => {
    const subscription = await aSubscription(bench.stripe);
    expect((await bench.stripe.subscriptions.cancel(subscription.id)).status).toBe("canceled");
    expect(await refusal(bench.stripe.subscriptions.cancel(subscription.id))).toMatchObject({
      statusCode: 404,
      code: "resource_missing",
    });
    expect((await bench.stripe.subscriptions.list()).data).toHaveLength(0);
    expect((await bench.stripe.subscriptions.list({ status: "all" })).data).toHaveLength(1);
  });

  test("at a given instant", async () => {
    const subscription = await aSubscription(bench.stripe);
    await bench.stripe.subscriptions.update(subscription.id, { cancel_at: bench.now() + 5 * 86_400 });
    await bench.forward({ days: 6 });
    expect(await bench.stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
      status: "canceled",
      ended_at: bench.now() - 86_400,
    });
  });
});

describe("dunning", () => {
  async function failing() {
    const subscription = await aSubscription(bench.stripe);
    await changeCard(subscription.customer, "pm_card_chargeCustomerFail");
    return subscription;
  }

  test("tries again 3, 5 and 7 days after the first failure, and then ends the subscription", async () => {
    const hook = await bench.listen(["invoice.payment_failed", "customer.subscription.deleted"]);
    const subscription = await failing();
    await bench.forward({ days: 28, hours: 2 });
    const open = (await bench.stripe.invoices.list({ subscription: subscription.id })).data[0];
    expect(open).toMatchObject({
      status: "open",
      attempt_count: 1,
      attempted: true,
      next_payment_attempt: at("2027-03-03T11:00:00Z"),
    });
    expect((await bench.stripe.subscriptions.retrieve(subscription.id)).status).toBe("past_due");
    await bench.forward({ days: 8 });
    await bench.sandbox.settle();
    const failures = hook.received
      .filter(({ event }) => event.type === "invoice.payment_failed")
      .map(({ event }) => event.created);
    expect(failures).toEqual(
      ["2027-02-28T11:00:00Z", "2027-03-03T11:00:00Z", "2027-03-05T11:00:00Z", "2027-03-07T11:00:00Z"].map(
        at,
      ),
    );
    expect(await bench.stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
      status: "canceled",
      cancellation_details: { reason: "payment_failed" },
    });
    expect((await bench.stripe.invoices.retrieve(open?.id ?? "")).next_payment_attempt).toBeNull();
  });

  test("a better card in the meantime pays and makes it active again", async () => {
    const subscription = await failing();
    await bench.forward({ days: 28, hours: 2 });
    await changeCard(subscription.customer, "pm_card_visa");
    await bench.forward({ days: 3 });
    expect((await bench.stripe.subscriptions.retrieve(subscription.id)).status).toBe("active");
    const invoice = (await bench.stripe.invoices.list({ subscription: subscription.id })).data[0];
    expect(invoice).toMatchObject({ status: "paid", attempt_count: 2 });
  });

  test.each(["unpaid", "past_due"] as const)("ends as %s where the account is set so", async (end) => {
    await bench.control("settings", { dunning_end: end });
    const subscription = await failing();
    await bench.forward({ days: 37 });
    expect((await bench.stripe.subscriptions.retrieve(subscription.id)).status).toBe(end);
  });

  test("an unpaid subscription is active again when its invoice is paid", async () => {
    await bench.control("settings", { dunning_end: "unpaid" });
    const subscription = await failing();
    await bench.forward({ days: 37 });
    const invoice = (await bench.stripe.invoices.list({ subscription: subscription.id })).data[0];
    await bench.stripe.invoices.pay(invoice?.id ?? "", { payment_method: "pm_card_visa" });
    expect((await bench.stripe.subscriptions.retrieve(subscription.id)).status).toBe("active");
  });

  test("a bank that wants to see the customer makes it an action, and passing it pays", async () => {
    const hook = await bench.listen(["invoice.payment_action_required", "invoice.paid"]);
    const subscription = await aSubscription(bench.stripe);
    await changeCard(subscription.customer, "pm_card_authenticationRequired");
    await bench.forward({ days: 28, hours: 2 });
    await bench.sandbox.settle();
    expect(hook.types()).toContain("invoice.payment_action_required");
    const invoice = (
      await bench.stripe.invoices.list({ subscription: subscription.id, expand: ["data.payments"] })
    ).data[0];
    const intent = String(invoice?.payments?.data[0]?.payment.payment_intent);
    await bench.form(`${bench.sandbox.url}/3ds/${intent}`, { answer: "complete" });
    expect((await bench.stripe.subscriptions.retrieve(subscription.id)).status).toBe("active");
    expect((await bench.stripe.invoices.retrieve(invoice?.id ?? "")).status).toBe("paid");
  });
});

describe("a first payment", () => {
  test("that is declined leaves it incomplete, and 23 hours later it is over", async () => {
    const subscription = await aSubscription(bench.stripe, {}, "pm_card_chargeCustomerFail");
    expect(subscription.status).toBe("incomplete");
    await bench.forward({ hours: 24 });
    expect((await bench.stripe.subscriptions.retrieve(subscription.id)).status).toBe("incomplete_expired");
    expect((await bench.stripe.invoices.list()).data[0]?.status).toBe("void");
    await bench.forward({ days: 40 });
    expect((await bench.stripe.invoices.list()).data).toHaveLength(1);
  });

  test("can be left to the customer, and makes it active when confirmed", async () => {
    const subscription = await aSubscription(bench.stripe, {
      payment_behavior: "default_incomplete",
      expand: ["latest_invoice.confirmation_secret"],
    });
    expect(subscription.status).toBe("incomplete");
    const invoice = subscription.latest_invoice;
    if (invoice === null || typeof invoice === "string") throw new Error("the invoice was not expanded");
    const intent = invoice.confirmation_secret?.client_secret.split("_secret_")[0] ?? "";
    await bench.stripe.paymentIntents.confirm(intent, { payment_method: "pm_card_visa" });
    expect((await bench.stripe.subscriptions.retrieve(subscription.id)).status).toBe("active");
  });

  test("needs a card", async () => {
    const customer = await bench.stripe.customers.create();
    const price = await aMonthlyPrice(bench.stripe);
    const error = await refusal(
      bench.stripe.subscriptions.create({ customer: customer.id, items: [{ price: price.id }] }),
    );
    expect(error).toMatchObject({ statusCode: 400, code: "resource_missing" });
  });
});

test("a trial is told of three days before it ends", async () => {
  const hook = await bench.listen(["customer.subscription.trial_will_end"]);
  await aSubscription(bench.stripe, { trial_period_days: 7 });
  await bench.forward({ days: 3, hours: 23 });
  await bench.sandbox.settle();
  expect(hook.types()).toEqual([]);
  await bench.forward({ hours: 2 });
  await bench.sandbox.settle();
  expect(hook.types()).toEqual(["customer.subscription.trial_will_end"]);
});

test("another price counts from the next period on", async () => {
  const subscription = await aSubscription(bench.stripe);
  const dearer = await aPrice(bench.stripe, { unit_amount: 3000, recurring: { interval: "month" } });
  const item = subscription.items.data[0]?.id ?? "";
  await bench.stripe.subscriptions.update(subscription.id, {
    items: [{ id: item, price: dearer.id }],
    proration_behavior: "none",
  });
  await bench.forward({ days: 29 });
  expect((await bench.stripe.invoices.list()).data.map((invoice) => invoice.total)).toEqual([3000, 1200]);
});

describe("invoices", () => {
  test("paid ones cannot be paid again, open ones can be voided", async () => {
    const subscription = await aSubscription(bench.stripe);
    const paid = String(subscription.latest_invoice);
    expect((await refusal(bench.stripe.invoices.pay(paid))).code).toBe("invoice_already_paid");
    await changeCard(subscription.customer, "pm_card_chargeCustomerFail");
    await bench.forward({ days: 28, hours: 2 });
    const open = (await bench.stripe.invoices.list({ status: "open" })).data[0]?.id ?? "";
    const declined = await refusal(bench.stripe.invoices.pay(open));
    expect(declined).toMatchObject({
      statusCode: 402,
      code: "card_declined",
      decline_code: "generic_decline",
      type: "StripeCardError",
    });
    expect((await bench.stripe.invoices.voidInvoice(open)).status).toBe("void");
    await bench.forward({ days: 4 });
    expect((await bench.stripe.invoices.retrieve(open)).attempt_count).toBe(2);
  });

  test("have a page and a PDF with number, lines and total", async () => {
    const payer = await aPayer(bench.stripe);
    const price = await aMonthlyPrice(bench.stripe);
    const subscription = await bench.stripe.subscriptions.create({
      customer: payer.id,
      items: [{ price: price.id }],
      expand: ["latest_invoice"],
    });
    const invoice = subscription.latest_invoice;
    if (invoice === null || typeof invoice === "string") throw new Error("the invoice was not expanded");
    const page = await (await fetch(invoice.hosted_invoice_url ?? "")).text();
    expect(page).toContain(invoice.number ?? "no number");
    expect(page).toContain("$12.00");
    const answer = await fetch(invoice.invoice_pdf ?? "");
    expect(answer.headers.get("content-type")).toBe("application/pdf");
    const pdf = Buffer.from(await answer.arrayBuffer()).toString("latin1");
    expect(pdf.startsWith("%PDF-1.4")).toBe(true);
    for (const words of [
      invoice.number ?? "no number",
      "1 x Plan",
      "$12.00",
      "payer@example.com",
      "startxref",
    ])
      expect(pdf).toContain(words);
    expect((await fetch((invoice.hosted_invoice_url ?? "").replace(/.{5}$/, "wrong"))).status).toBe(404);
  });

  test("an open one can be paid on its page", async () => {
    const subscription = await aSubscription(bench.stripe, {}, "pm_card_chargeCustomerFail");
    const open = await bench.stripe.invoices.retrieve(String(subscription.latest_invoice));
    const card = { number: "4242424242424242", expiry: "12/34", cvc: "123", name: "Ada" };
    const declined = await bench.form(open.hosted_invoice_url ?? "", { ...card, number: "4000000000000002" });
    expect(await declined.text()).toContain("Your card was declined.");
    await bench.form(open.hosted_invoice_url ?? "", card);
    expect((await bench.stripe.subscriptions.retrieve(subscription.id)).status).toBe("active");
  });
});
