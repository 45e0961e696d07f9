import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { advanceClock, resetClock, settle } from "../support/control.ts";
import { callsOf } from "../support/operatorCalls.ts";
import { type Person, signUpOperator, signUpPerson } from "../support/people.ts";
import { buy } from "../support/shop.ts";

let operator: Person;
let buyer: Person;
let licenseKey: string;
const ask = callsOf(() => operator);
beforeAll(async () => {
  operator = await signUpOperator();
  buyer = await signUpPerson();
  ({ licenseKey } = await buy(buyer, "lifetime"));
  await settle();
});

describe("money", () => {
  test("a payment is given back in part, once however often it is asked, and written down", async () => {
    const { body } = await ask("accounts/getCustomer", { userId: buyer.userId });
    expect(body).toMatchObject({
      account: { id: buyer.userId, email: buyer.email },
      grants: [{ source: "lifetime", code: "VALID" }],
    });
    const payment = body.payments[0] ?? {};
    expect(payment).toMatchObject({ refunded_cents: 0, status: "succeeded" });
    const refund = { paymentIntentId: payment.id, amountCents: 500, requestId: randomUUID() };
    const first = await ask("billing/refundPayment", refund);
    expect(first.body).toMatchObject({ amount_cents: 500 });
    expect((await ask("billing/refundPayment", refund)).body).toEqual(first.body);
    const after = await ask("accounts/getCustomer", { userId: buyer.userId });
    expect(after.body.payments[0]?.refunded_cents).toBe(500);
    const tooMuch = { ...refund, amountCents: 99_999_999, requestId: randomUUID() };
    expect((await ask("billing/refundPayment", tooMuch)).status).toBe(409);
    const unknown = { ...refund, paymentIntentId: "pi_none", requestId: randomUUID() };
    expect((await ask("billing/refundPayment", unknown)).status).toBe(404);
  });

  test("asks for a sign-in of the last five minutes", async () => {
    await advanceClock(6 * 60);
    try {
      const refund = { paymentIntentId: "pi_any", requestId: randomUUID() };
      for (const answer of [
        await ask("billing/refundPayment", refund),
        await ask("licenses/extendKey", { keyId: licenseKey, days: 1 }),
        await ask("payouts/approve", { payout_id: "any-000001" }),
        await ask("payouts/transfer", { payout_id: "any-000001" }),
        await ask("payouts/runCalc", {}),
        await ask("payouts/runDistribute", {}),
      ])
        expect(answer).toMatchObject({ status: 403, body: { code: "FRESH_SIGN_IN_REQUIRED" } });
      const preview = await ask("payouts/previewBatch", { kind: "calc" });
      expect(preview.status).toBe(200);
    } finally {
      await resetClock();
    }
  });
});
