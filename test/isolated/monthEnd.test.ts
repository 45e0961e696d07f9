import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { DAY, fromEpochSeconds, SECOND } from "#shared/instant.ts";
import { call } from "../support/api.ts";
import { post, settle } from "../support/control.ts";
import { mailTo } from "../support/mail.ts";
import { sharedMonths } from "../support/months.ts";
import { auditedOf, operating } from "../support/operatorCalls.ts";
import { stack, startOwnStack } from "../support/running.ts";
import { atStripe, stripeClient } from "../support/shop.ts";
import { Subscriber } from "../support/subscriber.ts";

/** Subscriptions that begin on 31 January: February is shorter than the guarantee, and has no such day. */

let close: () => Promise<void>;
beforeAll(async () => {
  ({ close } = await startOwnStack("month-end", 5160));
  const backSeconds = Math.round((Date.now() - lastOfJanuary()) / SECOND);
  await post(`${stack().controlUrl}/clock`, { backSeconds });
});
afterAll(() => close());

/** At ten, of this year or the last one. */
function lastOfJanuary(): number {
  const year = new Date().getUTCFullYear();
  const of = (y: number) => Date.UTC(y, 0, 31, 10);
  return of(year) < Date.now() ? of(year) : of(year - 1);
}

const months = sharedMonths();
/** Renewed and charged on the last of February, and still within the guarantee. */
const RENEWED = 29.5;
/** Past the last of March. */
const NEXT_RENEWAL = 61;

async function renewed(time: { until(day: number): Promise<void> }): Promise<Subscriber> {
  const customer = await Subscriber.subscribe();
  await time.until(RENEWED);
  await customer.signInAgain();
  expect(await customer.charged()).toBe(2);
  return customer;
}
const toOperator = async (about: string) =>
  (await mailTo(stack().operator.email)).filter(({ text }) => text.includes(about)).length;

months.test(
  "the last of January renews on the last of February, and then on the last of March",
  async (time) => {
    const customer = await renewed(time);
    const { current_period_start, current_period_end } = await customer.subscription();
    const starts = new Date(fromEpochSeconds(current_period_start));
    expect(new Date(starts.getTime() + DAY).getUTCDate()).toBe(1);
    expect(fromEpochSeconds(current_period_end)).toMatch(/-03-31T/);
    await time.until(NEXT_RENEWAL);
    await customer.signInAgain();
    expect(await customer.charged()).toBe(3);
  },
);

months.test("the guarantee gives back both months that were paid within it", async (time) => {
  const customer = await renewed(time);
  const { subscription_id, customer_id } = await customer.subscription();
  const offer = async () => (await call("billing/getRefundOffer", {}, customer.as)).body.offer;
  expect(await offer()).toMatchObject({ product: "monthly", amount_cents: 6000, self_service: true });
  const refund = { requestId: randomUUID(), amount_cents: 6000 };
  const answers = await Promise.all([1, 2].map(() => call("billing/requestRefund", refund, customer.as)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  await settle();
  expect(await customer.charged()).toBe(0);
  expect(await customer.codes()).toEqual(["REVOKED"]);
  expect(await customer.mailed(/This subscription and its license have ended/)).toBe(2);
  expect(await offer()).toBeNull();
  const stripe = stripeClient();
  expect((await stripe.subscriptions.retrieve(subscription_id)).status).toBe("canceled");
  await time.until(NEXT_RENEWAL);
  await customer.signInAgain();
  expect((await stripe.charges.list({ customer: customer_id })).data).toHaveLength(2);
  await customer.expectBuysAgain();
});

describe("a payment of an earlier month", () => {
  months.test(
    "that is refunded ends nothing: the next month is charged, and the operator told",
    async (time) => {
      const operator = await operating();
      const customer = await renewed(time);
      const { payment_intent } = customer.payment;
      const refund = { paymentIntentId: payment_intent, requestId: randomUUID() };
      expect((await operator.ask("billing/refundPayment", refund)).status).toBe(200);
      await settle();
      expect(await customer.codes()).toEqual(["VALID"]);
      expect(await customer.mailed(/Your license and your subscription stay as they are/)).toBe(1);
      expect(await toOperator(payment_intent)).toBe(1);
      expect(await auditedOf(operator.ask, customer.person.userId, "billing/refundPayment")).toHaveLength(2);
      await time.until(NEXT_RENEWAL);
      await customer.signInAgain();
      expect(await customer.charged()).toBe(2);
    },
  );

  months.test("whose dispute is lost ends the subscription, and the customer can buy again", async (time) => {
    const customer = await renewed(time);
    const { id } = (await atStripe("disputes", { charge: customer.payment.charge })) as { id: string };
    await settle();
    expect(await customer.codes()).toEqual(["VALID"]);
    await atStripe(`disputes/${id}/close`, { outcome: "lost" });
    await settle();
    expect((await customer.subscription()).subscription_status).toBe("canceled");
    expect(await customer.mailed(/The dispute over your Articlip payment is closed/)).toBe(1);
    await time.until(NEXT_RENEWAL);
    await customer.signInAgain();
    expect(await customer.charged()).toBe(2);
    await customer.expectBuysAgain();
  });
});

months.test(
  "a cancellation that Stripe's portal made beyond the paid month is charged until then",
  async (time) => {
    const customer = await renewed(time);
    const { subscription_id, current_period_end } = await customer.subscription();
    const { subscriptions } = stripeClient();
    const beyond = current_period_end + (5 * DAY) / SECOND;
    await subscriptions.update(subscription_id, { cancel_at: beyond });
    await settle();
    expect(await customer.mailed(/One more payment, for the days until then, is due on/)).toBe(1);
    await time.until(NEXT_RENEWAL + 6);
    await customer.signInAgain();
    expect(await customer.codes()).toEqual(["EXPIRED"]);
    const { data } = await stripeClient().invoices.list({ subscription: subscription_id });
    expect(data.map(({ amount_paid }) => amount_paid).filter((paid) => paid > 0 && paid < 3000)).toHaveLength(
      1,
    );
  },
);
