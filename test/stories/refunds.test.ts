import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { type Person, theWorld } from "../world/world.ts";

const world = theWorld();

/** Days after which any month has passed, and its renewal's invoice is no longer a draft. */
const NEXT_MONTH = 32;

async function expectEnded(ann: Person): Promise<void> {
  expect(await world.codes(ann)).toEqual(["REVOKED"]);
  const { invoices } = (await world.call("subscriptions/listInvoices", {}, ann)).body;
  expect(invoices).toMatchObject([{ amount_paid: 3000, refunded: { amount: 3000 } }]);
  expect((await world.subscription(ann)).subscription_status).toBe("canceled");
  expect(world.mailed(ann, /This subscription and its license have ended/)).toBe(1);
  expect(world.mailed(ann, /subscription has ended/)).toBe(0);
  await world.days(NEXT_MONTH);
  expect(world.charged(ann)).toBe(0);
  await world.buy(ann, "monthly");
  expect(await world.codes(ann)).toContain("VALID");
}

describe("a refund", () => {
  test("in full in Stripe's dashboard ends the subscription without a second charge, and the customer can buy again", async () => {
    const { person: ann, payment } = await world.subscriber();
    await world.stripe.refunds.create({ payment_intent: payment });
    await world.settle();
    await expectEnded(ann);
  });

  test("in full by the operator ends the subscription by default", async () => {
    const { person: ann, payment } = await world.subscriber();
    const refund = { paymentIntentId: payment, requestId: randomUUID() };
    expect(await world.operate("refunds/refundPayment", refund)).toMatchObject({
      status: 200,
      body: { amount_cents: 3000, status: "succeeded" },
    });
    await world.settle();
    await expectEnded(ann);
  });

  test("by the operator can keep the key, and then the next month is charged", async () => {
    const { person: ann, payment } = await world.subscriber();
    const before = await world.subscription(ann);
    const refund = { paymentIntentId: payment, requestId: randomUUID(), effect: "keep" as const };
    expect(await world.operate("refunds/refundPayment", refund)).toMatchObject({
      status: 200,
      body: { amount_cents: 3000, status: "succeeded" },
    });
    await world.settle();
    expect(world.charged(ann)).toBe(0);
    expect(await world.codes(ann)).toEqual(["VALID"]);
    expect(await world.subscription(ann)).toEqual(before);
    expect(world.mailed(ann, /Your license and your subscription stay as they are/)).toBe(1);
    await world.days(NEXT_MONTH);
    expect(world.charged(ann)).toBe(1);
    expect(await world.codes(ann)).toEqual(["VALID"]);
    expect((await world.subscription(ann)).current_period_start).toBe(before.current_period_end);
  });

  test.each(["refunds/refundPayment", "refunds/requestRefund"] as const)(
    "by %s, which dies after Stripe answered, is made once and has its result in the audit log",
    async (id) => {
      const { person: ann, payment } = await world.subscriber();
      const caller = id === "refunds/refundPayment" ? world.operator : ann;
      const refund = { paymentIntentId: payment, requestId: randomUUID(), amount_cents: 3000 };
      world.breaks({
        service: "stripe",
        operation: "POST /v1/refunds",
        function: id,
        kind: "killed after",
        times: 1,
      });
      expect((await world.call(id, refund, caller)).status).toBe(0);
      expect(await world.audited(id, ann)).toHaveLength(1);
      await world.minutes(20);
      expect(await world.audited(id, ann)).toHaveLength(2);
      expect(await world.codes(ann)).toEqual(["REVOKED"]);
      expect(world.mailed(ann, /Your .* refund of \$30\.00/)).toBe(1);
      // The page repeats the request, and gets the same refund.
      expect((await world.call(id, refund, caller)).status).toBe(200);
      const { data } = await world.stripe.refunds.list({ payment_intent: payment });
      expect(data).toMatchObject([{ amount: 3000, status: "succeeded" }]);
    },
  );
});
