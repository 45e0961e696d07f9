import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { DAY, SECOND } from "#shared/instant.ts";
import { call } from "../support/api.ts";
import { advanceClock, setDelivery, settle } from "../support/control.ts";
import { mailTo } from "../support/mail.ts";
import { callsOf } from "../support/operatorCalls.ts";
import {
  type Person,
  signInAsOperator,
  signInPerson,
  signUpOperator,
  signUpPerson,
} from "../support/people.ts";
import { stack, startOwnStack } from "../support/running.ts";
import { atStripe, buy, codesOf, openCheckout, paymentOf, stripeClient } from "../support/shop.ts";

/** Whole stories: what a customer, a bank and an operator do, and who is charged afterwards. */

let close: () => Promise<void>;
let operator: Person;
beforeAll(async () => {
  ({ close } = await startOwnStack("billing-stories", 4960));
  operator = await signUpOperator();
});
afterAll(() => close());
const ask = callsOf(() => operator);
const as = (person: Person) => ({ token: person.accessToken });

let customer: Person;
let payment: { payment_intent: string; charge: string };
beforeEach(async () => {
  customer = await signUpPerson();
  payment = await paymentOf((await buy(customer, "monthly")).sessionId);
});

async function subscriptionOf(person: Person) {
  const { body } = await call("billing/getSubscription", {}, as(person));
  return body.subscription as { subscription_id: string; customer_id: string; subscription_status: string };
}
async function pass(days: number): Promise<void> {
  await advanceClock((days * DAY) / SECOND);
  await settle();
  // A token lives for an hour of the clock.
  customer = await signInPerson(customer.email);
}
/** Payments that Stripe took from somebody and did not give back. */
async function charged(): Promise<number> {
  const { data } = await stripeClient().charges.list({ limit: 100 });
  const { customer_id } = await subscriptionOf(customer);
  return data.filter((charge) => charge.customer === customer_id && charge.paid && !charge.refunded).length;
}
const mailed = async (words: RegExp) =>
  (await mailTo(customer.email)).filter(({ subject, text }) => words.test(`${subject}\n${text}`)).length;
async function expectBuysAgain(): Promise<void> {
  await buy(customer, "monthly");
  expect(await codesOf(customer)).toContain("VALID");
}

describe("an operator suspends an account", () => {
  const suspend = (suspended: boolean, subscription: "pause" | "cancel") =>
    ask("accounts/suspendUser", { userId: customer.userId, suspended, subscription });

  test("and pauses the subscription: nothing is charged, the customer signs in, looks, cancels", async () => {
    // First in this file: the offer ends, and the clock moves on.
    const { body } = await openCheckout(customer, "lifetime");
    await suspend(true, "pause");
    await settle();
    expect((await stripeClient().checkout.sessions.retrieve(String(body.sessionId))).status).toBe("expired");
    await pass(32);
    expect(await charged()).toBe(1);
    expect((await call("licenses/listSeats", {}, as(customer))).status).toBe(403);
    expect((await call("billing/listInvoices", {}, as(customer))).status).toBe(200);
    const portal = await call(
      "billing/openPortal",
      { return_url: `${stack().siteUrl}/dashboard` },
      as(customer),
    );
    expect(portal.status).toBe(200);
    const canceled = await call("billing/cancelSubscription", {}, as(customer));
    expect(canceled).toMatchObject({ status: 200, body: { subscription: { cancel_at_period_end: true } } });
    operator = await signInAsOperator(operator.email);
    await suspend(false, "pause");
    await settle();
    expect(await codesOf(customer)).toEqual(["VALID"]);
  });

  test("and cancels it: it is over, and after the suspension buying works", async () => {
    operator = await signInAsOperator(operator.email);
    await suspend(true, "cancel");
    await settle();
    // A session counts in whole seconds.
    await advanceClock(1);
    customer = await signInPerson(customer.email);
    expect((await subscriptionOf(customer)).subscription_status).toBe("canceled");
    await suspend(false, "pause");
    await expectBuysAgain();
  });
});

test("a full refund in Stripe's dashboard ends the subscription: no second charge, and buying works", async () => {
  await stripeClient().refunds.create({ payment_intent: payment.payment_intent });
  await settle();
  expect(await codesOf(customer)).toEqual(["REVOKED"]);
  expect((await subscriptionOf(customer)).subscription_status).toBe("canceled");
  expect(await mailed(/Your subscription and its license ended with it/)).toBe(1);
  expect(await mailed(/subscription has ended/)).toBe(0);
  await pass(32);
  expect(await charged()).toBe(0);
  await expectBuysAgain();
});

describe("a dispute", () => {
  const dispute = async () => {
    const { id } = (await atStripe("disputes", { charge: payment.charge })) as { id: string };
    await settle();
    return id;
  };

  test("that is lost: collection pauses, the subscription ends, nobody is charged, and buying works", async () => {
    const id = await dispute();
    expect(await codesOf(customer)).toEqual(["SUSPENDED"]);
    expect(await mailed(/Your bank has taken back/)).toBe(1);
    await pass(5);
    await atStripe(`disputes/${id}/close`, { outcome: "lost" });
    await settle();
    expect(await codesOf(customer)).toEqual(["REVOKED"]);
    expect(await mailed(/ended after a dispute/)).toBe(1);
    await pass(32);
    expect(await charged()).toBe(1);
    await expectBuysAgain();
  });

  test("that is won after a renewal: nothing was charged in between, and everything resumes", async () => {
    const { subscription_id } = await subscriptionOf(customer);
    const id = await dispute();
    await atStripe(`disputes/${id}/close`, { outcome: "won" });
    await settle();
    expect(await codesOf(customer)).toEqual(["VALID"]);
    expect((await stripeClient().subscriptions.retrieve(subscription_id)).pause_collection).toBeNull();
    expect(await mailed(/dispute .* is settled/)).toBe(1);
    await pass(32);
    expect(await charged()).toBe(2);
  });
});

test("dunning ends the subscription: its last invoice cannot be paid for nothing", async () => {
  await atStripe("settings", { dunning_end: "canceled", retry_days: [1] });
  const { subscription_id, customer_id } = await subscriptionOf(customer);
  const method = await stripeClient().paymentMethods.attach("pm_card_chargeCustomerFail", {
    customer: customer_id,
  });
  await stripeClient().subscriptions.update(subscription_id, { default_payment_method: method.id });
  await pass(31);
  await pass(3);
  expect((await subscriptionOf(customer)).subscription_status).toBe("canceled");
  const { data } = await stripeClient().invoices.list({ subscription: subscription_id });
  expect(data.map(({ status }) => status)).toEqual(["void", "paid"]);
});

test("a cancellation that the portal made is shown as an end, and can be undone here", async () => {
  const { subscription_id } = await subscriptionOf(customer);
  const stripe = stripeClient();
  await stripe.subscriptions.update(subscription_id, { cancel_at: "max_period_end" });
  await settle();
  expect(await mailed(/is set to end on/)).toBe(1);
  expect((await call("billing/keepSubscription", {}, as(customer))).status).toBe(200);
  expect((await stripe.subscriptions.retrieve(subscription_id)).cancel_at).toBeNull();
});

describe("Fix payment", () => {
  /** A month that was not paid, and a good card that the customer then chose in Stripe's portal. */
  async function owe(dunning_end: "past_due" | "unpaid", card = "pm_card_visa"): Promise<void> {
    await atStripe("settings", { dunning_end, retry_days: [1] });
    const { subscription_id, customer_id } = await subscriptionOf(customer);
    const stripe = stripeClient();
    const bad = await stripe.paymentMethods.attach("pm_card_chargeCustomerFail", { customer: customer_id });
    await stripe.subscriptions.update(subscription_id, { default_payment_method: bad.id });
    await pass(31);
    await pass(3);
    expect((await subscriptionOf(customer)).subscription_status).toBe(dunning_end);
    const good = await stripe.paymentMethods.attach(card, { customer: customer_id });
    await stripe.customers.update(customer_id, { invoice_settings: { default_payment_method: good.id } });
  }
  const fix = async () => (await call("billing/payOpenInvoices", {}, as(customer))).body;

  test.each(["past_due", "unpaid"] as const)("collects what is %s at once", async (end) => {
    await owe(end);
    expect(await fix()).toMatchObject({ outcome: "paid", paid_cents: 3000 });
    expect((await subscriptionOf(customer)).subscription_status).toBe("active");
    expect(await codesOf(customer)).toEqual(["VALID"]);
    expect(await fix()).toMatchObject({ outcome: "nothing_due" });
    await settle();
  });

  test("says that the bank declined, and leads to its page where it wants to see the customer", async () => {
    await owe("past_due", "pm_card_chargeCustomerFail");
    expect(await fix()).toMatchObject({ outcome: "declined", reason: "Your card was declined." });
    const { customer_id } = await subscriptionOf(customer);
    const stripe = stripeClient();
    const asks = await stripe.paymentMethods.attach("pm_card_authenticationRequired", {
      customer: customer_id,
    });
    await stripe.customers.update(customer_id, { invoice_settings: { default_payment_method: asks.id } });
    expect(await fix()).toMatchObject({
      outcome: "action_required",
      invoice_url: expect.stringMatching(/^http/),
    });
    await settle();
  });
});

describe("a customer deleted at Stripe", () => {
  test("loses the subscription and the link, and can buy again", async () => {
    const { customer_id } = await subscriptionOf(customer);
    await stripeClient().customers.del(customer_id);
    await settle();
    expect(await codesOf(customer)).toEqual(["EXPIRED"]);
    expect((await call("billing/listInvoices", {}, as(customer))).body).toEqual({ invoices: [], next: null });
    await expectBuysAgain();
    expect((await subscriptionOf(customer)).customer_id).not.toBe(customer_id);
  });

  test("of which no event has told us: every way still answers, and buying works", async () => {
    await setDelivery("paused");
    const { customer_id } = await subscriptionOf(customer);
    await stripeClient().customers.del(customer_id);
    const portal = await call("billing/openPortal", { return_url: `${stack().siteUrl}/x` }, as(customer));
    expect(portal.status).toBe(404);
    expect((await call("billing/getSubscription", { force: "true" }, as(customer))).status).toBe(200);
    expect((await openCheckout(customer, "monthly")).status).toBe(200);
    await setDelivery("normal");
  });
});
