import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Dispute, Evidence } from "#shared/disputes/operator.ts";
import { call } from "../support/api.ts";
import { advanceClock, injectFault, resetClock, settle } from "../support/control.ts";
import { mailTo } from "../support/mail.ts";
import { auditedOf, callsOf } from "../support/operatorCalls.ts";
import { type Person, signUpOperator, signUpPerson } from "../support/people.ts";
import { atStripe, buy, codesOf, paymentOf, stripeClient } from "../support/shop.ts";
import { startWorld } from "../world/stack/running.ts";

let close: () => Promise<void>;
beforeAll(async () => {
  ({ close } = await startWorld());
});
afterAll(() => close());

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
  test("a repeated request refunds a part of a payment once", async () => {
    const { body } = await ask("customers/getCustomer", { userId: buyer.userId });
    expect(body).toMatchObject({
      account: { id: buyer.userId, email: buyer.email },
      grants: [{ source: "lifetime", code: "VALID" }],
    });
    const payment = body.payments[0] ?? {};
    expect(payment).toMatchObject({ refunded_cents: 0, status: "succeeded" });
    const refund = { paymentIntentId: payment.id, amountCents: 500, requestId: randomUUID() };
    const first = await ask("refunds/refundPayment", refund);
    expect(first.body).toMatchObject({ amount_cents: 500 });
    expect((await ask("refunds/refundPayment", refund)).body).toEqual(first.body);
    const after = await ask("customers/getCustomer", { userId: buyer.userId });
    expect(after.body.payments[0]?.refunded_cents).toBe(500);
    expect(await ask("refunds/refundPayment", { ...refund, amountCents: 501 })).toMatchObject({
      status: 409,
      body: { code: "CONFLICT", field: "requestId" },
    });
    const tooMuch = { ...refund, amountCents: 99_999_999, requestId: randomUUID() };
    expect((await ask("refunds/refundPayment", tooMuch)).status).toBe(409);
    const unknown = { ...refund, paymentIntentId: "pi_none", requestId: randomUUID() };
    expect((await ask("refunds/refundPayment", unknown)).status).toBe(404);
  });

  test("is moved only by an operator who has signed in within the last five minutes", async () => {
    await advanceClock(6 * 60);
    try {
      const refund = { paymentIntentId: "pi_any", requestId: randomUUID() };
      for (const answer of [
        await ask("refunds/refundPayment", refund),
        await ask("licenses/extendKey", { keyId: licenseKey, days: 1, requestId: randomUUID() }),
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

describe("the 30-day guarantee", () => {
  const offerOf = async (person: Person) =>
    (await call("refunds/getRefundOffer", {}, { token: person.accessToken })).body.offer;
  const limit = async (change: object) => {
    const { body: before } = await ask("refunds/getRefundLimits", {});
    return ask("refunds/saveRefundLimits", { ...before, ...change });
  };

  test("gives a customer with a fresh sign-in one refund without the operator, and the purchase ends", async () => {
    const person = await signUpPerson();
    expect(await offerOf(person)).toBeNull();
    await buy(person, "monthly");
    await settle();
    expect(await offerOf(person)).toMatchObject({
      product: "monthly",
      amount_cents: 3000,
      currency: "usd",
      self_service: true,
    });
    const refund = { requestId: randomUUID(), amount_cents: 3000 };
    const get = (input: object = {}) =>
      call("refunds/requestRefund", { ...refund, ...input }, { token: person.accessToken });
    await advanceClock(6 * 60);
    expect(await get()).toMatchObject({ status: 403, body: { code: "FRESH_SIGN_IN_REQUIRED" } });
    await resetClock();
    expect(await get({ amount_cents: 2999 })).toMatchObject({ status: 409, body: { field: "amount_cents" } });
    const answers = await Promise.all([get(), get()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    await settle();
    expect((await get()).status).toBe(200);
    expect(await codesOf(person)).toEqual(["REVOKED"]);
    const { body } = await ask("customers/getCustomer", { userId: person.userId });
    expect(body.payments).toMatchObject([{ amount_cents: 3000, refunded_cents: 3000 }]);
    expect(body.grants).toMatchObject([{ subscription_status: "canceled" }]);
    const audited = (body.audit as { action: string; operator: string }[]).filter(
      ({ action }) => action === "refunds/requestRefund",
    );
    expect(audited.map(({ operator: by }) => by)).toEqual([person.userId, person.userId]);
    const mails = (await mailTo(person.email)).filter(({ subject }) => /refund of \$30.00/.test(subject));
    expect(mails).toHaveLength(1);
    expect(await offerOf(person)).toBeNull();
    // A person gets one immediate refund, so the operator decides about a refund of another plan.
    await buy(person, "lifetime");
    await settle();
    expect(await offerOf(person)).toMatchObject({ product: "lifetime", self_service: false });
    expect((await limit({ max_per_person: 2 })).status).toBe(200);
    expect(await offerOf(person)).toMatchObject({ self_service: true });
    expect((await limit({ max_amount_cents: 4000_00 - 1 })).status).toBe(200);
    expect(await offerOf(person)).toMatchObject({ self_service: false });
    expect((await limit({ version: 0 })).status).toBe(409);
    expect(await limit({ version: Number.MAX_SAFE_INTEGER })).toMatchObject({
      status: 400,
      body: { code: "VALIDATION_ERROR", field: "version" },
    });
    await limit({ max_amount_cents: null, max_per_person: 1 });
  });
});

describe("the dispute desk", () => {
  const dispute = async (reason: string) => {
    const person = await signUpPerson();
    const { sessionId } = await buy(person, "monthly");
    const { charge } = await paymentOf(sessionId);
    const { id } = (await atStripe("disputes", { charge, reason })) as { id: string };
    await settle();
    const look = async () => (await ask("disputes/getDispute", { disputeId: id })).body as unknown as Found;
    return {
      id,
      person,
      look,
      answer: (input: object) => ask("disputes/answerDispute", { disputeId: id, ...input }),
    };
  };

  test("composes evidence, keeps a draft, and submits the evidence once", async () => {
    const { id, person, look, answer } = await dispute("fraudulent");
    const { body } = await ask("disputes/listDisputes", {});
    const listed = (body.disputes as Dispute[]).find((one) => one.id === id);
    expect(listed).toMatchObject({ user_id: person.userId, amount_cents: 3000, can_answer: true });
    const { evidence, customer_email } = await look();
    expect(customer_email).toBe(person.email);
    expect(evidence.customer_email_address).toBe(person.email);
    expect(evidence.access_activity_log).toContain("license key sent by email");
    const typed = { ...evidence, uncategorized_text: "They wrote to us." };
    expect((await answer({ evidence: typed, submit: false })).status).toBe(200);
    expect(await look()).toMatchObject({
      dispute: { status: "needs_response", submitted: false },
      evidence: { uncategorized_text: "They wrote to us." },
    });
    await advanceClock(6 * 60);
    expect(await answer({ evidence: typed, submit: true })).toMatchObject({
      status: 403,
      body: { code: "FRESH_SIGN_IN_REQUIRED" },
    });
    await resetClock();
    const sent = await answer({ evidence: typed, submit: true });
    expect(sent).toMatchObject({
      status: 200,
      body: { dispute: { status: "under_review", can_answer: false } },
    });
    const atBank = await stripeClient().disputes.retrieve(id);
    expect(atBank.evidence_details.submission_count).toBe(1);
    expect((await answer({ evidence: typed, submit: true })).status).toBe(409);
    expect((await ask("disputes/acceptDispute", { disputeId: id })).status).toBe(409);
    const log = await auditedOf(ask, person.userId, "disputes/answerDispute");
    expect(log.map(({ after }) => after)).toEqual([
      { status: "under_review" },
      { asked: { submit: true } },
      { status: "needs_response" },
      { asked: { submit: false } },
    ]);
  });

  test.each([
    ["disputes/acceptDispute", "disputes.close"],
    ["disputes/answerDispute", "disputes.update"],
  ] as const)("%s writes an audit entry even if it dies after Stripe answered", async (fn, operation) => {
    const { id, person, look } = await dispute("fraudulent");
    const { evidence } = await look();
    await injectFault({ service: "stripe", operation, function: fn, mode: "kill-after", times: 1 });
    expect((await ask(fn, { disputeId: id, evidence, submit: true })).status).toBeGreaterThanOrEqual(500);
    expect((await look()).dispute.can_answer).toBe(false);
    expect(await auditedOf(ask, person.userId, fn)).toHaveLength(1);
  });

  test("refuses a cursor that names no dispute at Stripe", async () => {
    expect(await ask("disputes/listDisputes", { cursor: "dp_0" })).toMatchObject({
      status: 404,
      body: { code: "NOT_FOUND", field: "cursor" },
    });
  });

  test("accepts a dispute, which ends the purchase, but does not accept an inquiry", async () => {
    const { id, person, look } = await dispute("product_not_received");
    expect((await ask("disputes/acceptDispute", { disputeId: id })).body).toMatchObject({
      dispute: { status: "lost" },
    });
    await settle();
    expect(await codesOf(person)).toEqual(["REVOKED"]);
    expect((await look()).dispute).toMatchObject({ status: "lost", can_answer: false });
    const inquiry = await dispute("inquiry");
    expect((await ask("disputes/acceptDispute", { disputeId: inquiry.id })).status).toBe(409);
    expect((await ask("disputes/getDispute", { disputeId: "du_none" })).status).toBe(404);
    const { evidence } = await inquiry.look();
    expect(await inquiry.answer({ evidence, submit: true })).toMatchObject({
      status: 200,
      body: { dispute: { status: "warning_under_review" } },
    });
  });
});

type Found = { dispute: Dispute; customer_email: string; evidence: Evidence };
