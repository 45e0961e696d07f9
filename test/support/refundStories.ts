import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import { injectFault, settle } from "./control.ts";
import type { sharedMonths, Time } from "./months.ts";
import { auditedOf, callsOf, operating } from "./operatorCalls.ts";
import { stripeClient } from "./shop.ts";
import { Subscriber } from "./subscriber.ts";

const ASKERS = { operator: "billing/refundPayment", customer: "billing/requestRefund" } as const;
const FN = ASKERS.operator;
/** A month has passed, whichever it is, and the draft of its invoice was finalized. */
const NEXT_MONTH = 32;
const MINUTES = 1 / (24 * 60);

/** What a call of the operator asks for, from a dialog that was opened for it. */
const refundOf = ({ payment }: Subscriber) => ({
  paymentIntentId: payment.payment_intent,
  requestId: randomUUID(),
});

/** The money went back, and nobody pays for what it had bought. */
async function expectEnded(customer: Subscriber, time: Time): Promise<void> {
  expect(await customer.codes()).toEqual(["REVOKED"]);
  expect((await customer.subscription()).subscription_status).toBe("canceled");
  expect(await customer.mailed(/This subscription and its license have ended/)).toBe(1);
  expect(await customer.mailed(/subscription has ended/)).toBe(0);
  await time.until(NEXT_MONTH);
  await customer.signInAgain();
  expect(await customer.charged()).toBe(0);
  await customer.expectBuysAgain();
}

export function refundStories(months: ReturnType<typeof sharedMonths>): void {
  describe("a refund", () => {
    months.test(
      "in full in Stripe's dashboard ends the subscription: no second charge, and buying works",
      async (time) => {
        const customer = await Subscriber.subscribe();
        await stripeClient().refunds.create({ payment_intent: customer.payment.payment_intent });
        await settle();
        await expectEnded(customer, time);
      },
    );

    months.test(
      "in full by the operator ends the subscription, where the operator says nothing else",
      async (time) => {
        const { ask } = await operating();
        const customer = await Subscriber.subscribe();
        expect(await ask(FN, refundOf(customer))).toMatchObject({
          status: 200,
          body: { amount_cents: 3000, status: "succeeded" },
        });
        await settle();
        await expectEnded(customer, time);
      },
    );

    months.test(
      "only: the operator gives the money back, the key works on, and the next month is charged",
      async (time) => {
        const { ask } = await operating();
        const customer = await Subscriber.subscribe();
        const before = await customer.subscription();
        expect(await ask(FN, { ...refundOf(customer), effect: "keep" })).toMatchObject({
          status: 200,
          body: { amount_cents: 3000, status: "succeeded" },
        });
        await settle();
        expect(await customer.charged()).toBe(0);
        expect(await customer.codes()).toEqual(["VALID"]);
        expect(await customer.subscription()).toEqual(before);
        expect(await customer.mailed(/Your license and your subscription stay as they are/)).toBe(1);
        await time.until(NEXT_MONTH);
        await customer.signInAgain();
        expect(await customer.charged()).toBe(1);
        expect(await customer.codes()).toEqual(["VALID"]);
        expect((await customer.subscription()).current_period_start).toBe(before.current_period_end);
      },
    );

    for (const [asker, fn] of Object.entries(ASKERS))
      months.test(
        `by the ${asker}, whose call dies after Stripe answered: made once, and written down with its result`,
        async (time) => {
          // The other stories make their refunds before: the fault meets this one.
          await time.until(MINUTES);
          const operator = await operating();
          const customer = await Subscriber.subscribe();
          const { payment_intent } = customer.payment;
          const refund = { ...refundOf(customer), amount_cents: 3000 };
          const ask = asker === "operator" ? operator.ask : callsOf(() => customer.person);
          const dies = { service: "stripe", operation: "refunds.create", mode: "kill-after", times: 1 };
          await injectFault({ ...dies, function: fn });
          expect((await ask(fn, refund)).status).toBeGreaterThanOrEqual(500);
          const written = async () => (await auditedOf(operator.ask, customer.person.userId, fn)).length;
          expect(await written()).toBe(1);
          await time.until(20 * MINUTES);
          expect(await written()).toBe(2);
          await customer.signInAgain();
          expect(await customer.codes()).toEqual(["REVOKED"]);
          expect(await customer.mailed(/Your Articlip refund of \$30\.00/)).toBe(1);
          // Asked for again, as the page does, it is the same refund.
          expect((await ask(fn, refund)).status).toBe(200);
          const { data } = await stripeClient().refunds.list({ payment_intent });
          expect(data).toMatchObject([{ amount: 3000, status: "succeeded" }]);
        },
      );
  });
}
