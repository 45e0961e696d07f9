import { createElement } from "react";
import { expect, test } from "vitest";
import type { Output } from "#shared/endpoint.ts";
import type { Found } from "#shared/insights/operator.ts";
import type { getPayment } from "#shared/insights/payment.ts";
import { Component as PaymentPage } from "../../web/src/operator/payments/PaymentPage.tsx";
import { htmlOf, wordsOf } from "../support/rendered.ts";
import { theWorld } from "../world/world.ts";

// The page of a payment with its data from Stripe and the tables, and the search for the page by every id.

const world = theWorld({ tax: true });
const pageOf = async (paymentId: string) =>
  (await world.operate("insights/getPayment", { paymentId })).body as unknown as Output<typeof getPayment>;
const wordsOfPage = async (paymentId: string) =>
  wordsOf(await htmlOf(createElement(PaymentPage), { value: await pageOf(paymentId), failure: null }));
const found = async (q: string) =>
  (await world.operate("insights/searchAll", { q })).body.results as unknown as Found[];

test("a payment's page shows its amounts, its invoice, the license and the affiliate", async () => {
  const affiliate = await world.join();
  const cookies = await world.click(affiliate.code);
  const ann = await world.signUp({ cookies });
  const { payment, charge, sessionId } = await world.buy(ann, "monthly");
  const page = await pageOf(payment);
  const invoice = world.store.all("invoice").at(-1);
  expect(page).toMatchObject({
    payment: { id: payment, status: "succeeded", refunded_cents: 0, dispute: null },
    customer: { id: ann.userId, email: ann.email, is_suspended: false },
    charge_id: charge,
    session_id: null,
    invoice: { id: invoice?.id, number: invoice?.number },
    method: { name: "visa", last4: "4242", country: "US" },
    license: { source: "subscription", code: "VALID" },
    commission: { affiliate_id: affiliate.userId, email: affiliate.email, status: "pending", payout: null },
    refunds: [],
    disputes: [],
  });
  const [earned] = world.rows("Payouts").filter(({ kind }) => kind === "commission");
  const key = { pk: String(earned?.pk), sk: String(earned?.sk) };
  world.patch("Payouts", key, { reversedCents: 30, debtCents: 20 });
  expect((await pageOf(payment)).commission).toMatchObject({ back_cents: 50, late_cents: 20 });
  world.patch("Payouts", key, { reversedCents: 0, debtCents: 0 });
  const ledger = await world.operate("affiliates/getLedger", { id: affiliate.userId });
  expect(ledger.body).toMatchObject({ clicks: 1, payout_account: "none", rows: [{ payout_id: null }] });
  expect(sessionId).not.toBe("");
  const { total = 0, total_taxes: taxes } = invoice ?? {};
  expect(page.tax_cents).toBe(taxes?.[0]?.amount);
  expect(page.tax_cents).toBeGreaterThan(0);
  expect(page.payment.amount_cents).toBe(total);
  expect(page.fee).toEqual({ cents: Math.round(total * 0.029) + 30, currency: "usd" });
});

test("a payment's page says that its commission is unknown until Stripe's event has arrived", async () => {
  const ann = await world.signUp();
  await world.withoutWebhooks(async () => {
    const { body } = await world.openCheckout(ann, "monthly");
    world.pay(String(body.sessionId));
    const payment = String(world.store.all("paymentIntent").at(-1)?.id);
    expect(await pageOf(payment)).toMatchObject({ commission: null, is_booked: false });
  });
  await world.settle();
  const payment = String(world.store.all("paymentIntent").at(-1)?.id);
  expect(await pageOf(payment)).toMatchObject({ commission: null, is_booked: true });
});

test("the page of a lifetime license's payment has the checkout, the refund and the dispute", async () => {
  await world.offerUnits(20);
  const ben = await world.signUp();
  const { payment, sessionId, charge } = await world.buy(ben, "lifetime");
  const { id: refund } = await world.stripe.refunds.create({ payment_intent: payment, amount: 1_000 });
  const { id: dispute } = world.acts.openDispute(charge, "fraudulent");
  await world.settle();
  expect(await pageOf(payment)).toMatchObject({
    payment: { dispute: "open", refunded_cents: 1_000 },
    session_id: sessionId,
    license: { id: `life:${payment}`, code: "SUSPENDED" },
    refunds: [{ id: refund, amount_cents: 1_000, status: "succeeded" }],
    disputes: [{ id: dispute, status: "needs_response" }],
    commission: null,
  });
});

test("an id of a payment leads to its page, and ids of customers and subscriptions lead to the customer", async () => {
  const { person, payment, charge, sessionId } = await world.subscriber();
  const { customer_id, subscription_id } = await world.subscription(person);
  const { id: refund } = await world.stripe.refunds.create({ payment_intent: payment, amount: 100 });
  const { id: dispute } = world.acts.openDispute(charge, "fraudulent");
  await world.settle();
  const invoice = String(world.store.all("invoice").at(-1)?.id);
  const ids = { payment, charge, session: sessionId, invoice, refund, dispute };
  for (const [kind, id] of Object.entries(ids))
    expect(await found(id), kind).toEqual([
      { kind, id, title: id, detail: person.email, user_id: person.userId, payment_id: payment },
    ]);
  for (const id of [customer_id, subscription_id])
    expect(await found(id), id).toEqual([
      { kind: expect.any(String), id, title: id, detail: person.email, user_id: person.userId },
    ]);
  for (const prefix of ["cus", "sub", "in", "pi", "ch", "cs_test", "dp", "re", "tr", "acct"])
    expect(await found(`${prefix}_unknown`), prefix).toEqual([]);
});

test("an invoice's number leads to the payment, and so do a card's last digits with the day", async () => {
  const { person, payment } = await world.subscriber();
  const { number = null, total = 0 } = world.store.all("invoice").at(-1) ?? {};
  const whose = { detail: person.email, user_id: person.userId, payment_id: payment };
  expect(await found(String(number).toLowerCase())).toEqual([
    { kind: "invoice", id: expect.stringMatching(/^in_/), title: number, ...whose },
  ]);
  const title = `${(total / 100).toFixed(2)} USD, card 4242`;
  for (const typed of ["4242 2026-01-05", "4242 Jan 5", "•••4242 on Jan 5, 2026"])
    expect(await found(typed), typed).toEqual([{ kind: "payment", id: payment, title, ...whose }]);
  for (const typed of ["4242 2026-01-09", "1111 2026-01-05", "4242 whenever", "NONE-0001"])
    expect(await found(typed), typed).toEqual([]);
});

test("a payment that Stripe does not know is not found", async () => {
  const { status, body } = await world.operate("insights/getPayment", { paymentId: "pi_none" });
  expect({ status, code: body.code }).toEqual({ status: 404, code: "NOT_FOUND" });
});

test("a customer who paid and has no license after a minute is listed for the operator until the license is there", async () => {
  const ann = await world.signUp();
  await world.withoutWebhooks(async () => {
    const { body } = await world.openCheckout(ann, "monthly");
    world.pay(String(body.sessionId));
    await world.seconds(30);
    expect(await world.needs()).toEqual([]);
    await world.seconds(31);
    const { id, amount } = world.store.all("paymentIntent").at(-1) ?? {};
    const whose = { user_id: ann.userId, email: ann.email, payment_id: id };
    expect(await world.needs()).toMatchObject([
      { kind: "unbookedSale", count: 1, amount_cents: amount, ...whose },
    ]);
    await world.operate("reconciliation/syncCustomer", { userId: ann.userId });
    expect(await world.codes(ann)).toEqual(["VALID"]);
    expect(await world.needs()).toEqual([]);
  });
});

test("a payment without a license is listed even if no endpoint at Stripe receives our events", async () => {
  const ben = await world.signUp();
  const endpoints = world.store.all("webhookEndpoint");
  for (const each of endpoints) world.store.put("webhookEndpoint", { ...each, status: "disabled" });
  const { body } = await world.openCheckout(ben, "monthly");
  world.pay(String(body.sessionId));
  await world.seconds(61);
  for (const each of endpoints) world.store.put("webhookEndpoint", each);
  expect(await world.needs()).toMatchObject([{ kind: "unbookedSale", count: 1, user_id: ben.userId }]);
  await world.days(1);
  expect(await world.codes(ben)).toEqual(["VALID"]);
  expect(await world.needs()).toEqual([]);
});

test("a fraud warning is listed for the operator until its payment is refunded in full or disputed", async () => {
  const ann = await world.signUp();
  const ben = await world.signUp();
  const refunded = await world.buy(ann, "monthly");
  const disputed = await world.buy(ben, "monthly");
  world.acts.warnOfFraud(refunded.charge, "misc");
  world.acts.warnOfFraud(disputed.charge, "misc");
  await world.settle();
  const warning = (email: string, { payment }: typeof refunded) =>
    expect.objectContaining({ kind: "fraudWarning", count: 1, email, payment_id: payment });
  const told = world.mails("operator").find(({ text }) => text.includes(refunded.payment));
  expect(told?.text).toContain(`by ${ann.email}.`);
  expect(told?.text).toContain(`/admin/payments/${refunded.payment}`);
  const both = [warning(ann.email, refunded), warning(ben.email, disputed)];
  expect(await world.needs()).toEqual(expect.arrayContaining(both));
  await world.stripe.refunds.create({ payment_intent: refunded.payment, amount: 100 });
  await world.settle();
  expect(await world.needs()).toEqual(expect.arrayContaining(both));
  await world.stripe.refunds.create({ payment_intent: refunded.payment });
  await world.settle();
  expect((await world.needs()).map(({ email }) => email)).toEqual([ben.email]);
  const closes = await world.dispute(disputed.charge);
  expect((await world.needs()).map(({ kind }) => kind)).not.toContain("fraudWarning");
  await closes("won");
});

test("if Stripe does not list fraud warnings or sales, the operator sees that they are unknown, and still sees the other work", async () => {
  const ann = await world.signUp();
  const { charge } = await world.buy(ann, "monthly");
  world.acts.warnOfFraud(charge, "misc");
  await world.settle();
  const unknown = async (operation: RegExp) => {
    world.breaks({ service: "stripe", operation, kind: "refused", function: "insights/getNeeds" });
    const { body } = await world.operate("insights/getNeeds", {});
    world.repair();
    return [body.unknown, (body.needs as { kind: string }[]).map(({ kind }) => kind)];
  };
  expect(await unknown(/early_fraud_warnings/)).toEqual([["fraudWarning"], []]);
  expect(await unknown(/v1\/events/)).toEqual([["unbookedSale"], ["fraudWarning"]]);
  expect(await unknown(/nothing/)).toEqual([[], ["fraudWarning"]]);
});

test("a payment's page links to the other accounts that paid with the same card, without deleted ones", async () => {
  const ann = await world.signUp();
  const { payment } = await world.buy(ann, "monthly");
  const { same_card } = await pageOf(payment);
  expect(same_card).toEqual([]);
  expect(await wordsOfPage(payment)).not.toContain("Same card as");
  const ben = await world.signUp();
  const eve = await world.signUp();
  for (const each of [ben, eve])
    await world.buy(each, "monthly", { holder: world.store.all("customer")[0]?.id ?? "" });
  expect((await pageOf(payment)).same_card?.map(({ id }) => id).sort()).toEqual([ben.userId, eve.userId]);
  await world.call("customers/deleteAccount", { email: eve.email }, eve);
  await world.settle();
  expect((await pageOf(payment)).same_card).toEqual([{ id: ben.userId, email: ben.email }]);
  expect(await wordsOfPage(payment)).toContain(`Same card as\n${ben.email}\n`);
});
