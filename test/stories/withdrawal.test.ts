import { describe, expect, test } from "vitest";
import { answerBy } from "#shared/refunds/withdrawal.ts";
import { atTime } from "#shared/words.ts";
import { type Person, theWorld } from "../world/world.ts";

const world = theWorld();

const declare = async (email: string, contract: string, name = "Ann Example") =>
  world.call("refunds/withdraw", { name, email, contract });
async function waiting() {
  const { body } = await world.operate("refunds/listWithdrawals", {});
  return (body as { withdrawals: { id: string; user_id: string | null; refund: unknown }[] }).withdrawals;
}
const answer = (withdrawalId: string, answer: "refund" | "close") =>
  world.operate("refunds/answerWithdrawal", { withdrawalId, answer });
const confirmations = (person: Person) =>
  world.mailed(person, /We received your withdrawal|you withdraw from this contract/);

describe("a withdrawal", () => {
  test("is confirmed at once, is listed with its due day, and is refunded by one button", async () => {
    const { person: ann } = await world.subscriber();
    for (const round of [1, 2]) {
      const { status, body } = await declare(ann.email.toUpperCase(), "the monthly plan");
      expect(status).toBe(200);
      await world.settle();
      const { reference, received_at } = body as { reference: string; received_at: string };
      expect(world.mailed(ann, new RegExp(`${atTime(received_at)}[\\s\\S]*${reference}`))).toBe(1);
      const { body: needs } = await world.operate("insights/getNeeds", {});
      expect(needs).toMatchObject({
        needs: [{ kind: "withdrawal", count: 1, due_by: answerBy(received_at) }],
      });
      expect(await waiting()).toMatchObject([
        { id: reference, user_id: ann.userId, refund: { product: "monthly", amount_cents: 3000 } },
      ]);
      expect(await answer(reference, "refund")).toMatchObject({ status: 200 });
      await world.settle();
      expect((await world.codes(ann)).filter((code) => code === "VALID")).toEqual([]);
      expect((await world.subscription(ann)).subscription_status).toBe("canceled");
      expect(world.charged(ann)).toBe(0);
      expect(world.mailed(ann, /Your .* refund of \$30\.00/)).toBe(round);
      expect(await waiting()).toEqual([]);
      expect(await answer(reference, "refund")).toMatchObject({ status: 200 });
      expect(await world.audited("refunds/answerWithdrawal", ann)).not.toEqual([]);
      // The guarantee of the first payment has ended long ago.
      await world.days(40);
      if (round === 1) await world.buy(ann, "monthly");
    }
    const { body } = await world.call("customers/exportData", {}, ann);
    const kept = { name: "Ann Example", contract: "the monthly plan", answeredAt: expect.any(String) };
    expect(body.withdrawals).toMatchObject([kept, kept]);
  });

  test("is judged by the day on which it arrived, even if it is answered late", async () => {
    const { person: ann, payment } = await world.subscriber();
    await world.days(20);
    const { body } = await declare(ann.email, "plan");
    await world.days(15);
    expect(await answer(String(body.reference), "refund")).toMatchObject({ status: 200 });
    await world.settle();
    const { data } = await world.stripe.refunds.list({ payment_intent: payment });
    expect(data).toMatchObject([{ amount: 3000 }]);
  });

  test("that names a license key is confirmed to the order's address, not to the typed address", async () => {
    const { person: ann, licenseKey } = await world.subscriber();
    await declare("stranger@example.com", licenseKey);
    await world.settle();
    expect(confirmations(ann)).toBe(1);
    expect(world.mails({ email: "stranger@example.com" })).toEqual([]);
    expect(await waiting()).toMatchObject([{ user_id: ann.userId }]);
    const { body } = await world.call("customers/exportData", {}, ann);
    expect(body.withdrawals).toMatchObject([{ email: "stranger@example.com", answeredAt: null }]);
  });

  test("from a stranger gets an answer of the same form as a customer's, and only the operator gets a mail", async () => {
    const { person: ann } = await world.subscriber();
    const known = await declare(ann.email, "plan");
    const unknown = await declare("nobody@example.com", "plan");
    const shape = ({ status, body }: typeof known) => [status, Object.keys(body).sort()];
    expect(shape(unknown)).toEqual(shape(known));
    await world.settle();
    expect(world.mails({ email: "nobody@example.com" })).toEqual([]);
    expect(world.mailed("operator", /A withdrawal waits for your answer/)).toBe(2);
    const [, stranger] = await waiting();
    expect(stranger).toMatchObject({ user_id: null, refund: null });
    expect(await answer(String(stranger?.id), "refund")).toMatchObject({ status: 409 });
    expect(await answer(String(stranger?.id), "close")).toMatchObject({ status: 200 });
    expect(await waiting()).toHaveLength(1);
  });

  test("after three others within an hour is accepted, but not confirmed by mail", async () => {
    const { person: ann } = await world.subscriber();
    for (let count = 0; count < 5; count += 1) expect((await declare(ann.email, "plan")).status).toBe(200);
    await world.settle();
    expect(confirmations(ann)).toBe(3);
    expect(await waiting()).toHaveLength(5);
  });

  test("is refunded once, even if the operator's first answer dies after Stripe refunded", async () => {
    const { person: ann, payment } = await world.subscriber();
    const { body } = await declare(ann.email, "plan");
    const reference = String(body.reference);
    world.breaks({
      service: "stripe",
      operation: "POST /v1/refunds",
      function: "refunds/answerWithdrawal",
      kind: "killed after",
      times: 1,
    });
    expect((await answer(reference, "refund")).status).toBe(0);
    expect((await answer(reference, "refund")).status).toBe(200);
    await world.settle();
    const { data } = await world.stripe.refunds.list({ payment_intent: payment });
    expect(data).toMatchObject([{ amount: 3000, status: "succeeded" }]);
    expect(await waiting()).toEqual([]);
  });
});
