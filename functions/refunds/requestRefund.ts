import { AppError } from "#shared/errors.ts";
import { requestRefund } from "#shared/refunds/customer.ts";
import { answerBy } from "#shared/refunds/withdrawal.ts";
import { atTime, inMoney } from "#shared/words.ts";
import { type Account, http } from "../http/index.ts";
import { refundsOf } from "../payments/index.ts";
import { env } from "../platform/env.ts";
import { enqueue } from "../platform/queue.ts";
import { askRefunds } from "./askRefunds.ts";
import { carryOut } from "./carryOut.ts";
import { type Offered, offerTo } from "./guarantee/selfService.ts";
import { findIntent } from "./table.ts";
import { closeWithdrawal, keepWithdrawal } from "./withdrawals/table.ts";

export const handler = http(requestRefund)(async ({ input, caller: { user }, now }) => {
  const { userId } = user;
  const ok = { ok: true as const };
  // A refunded payment has no offer, so the request's own intent is looked up first.
  if (await isRepeated(input.requestId, userId, now)) return ok;
  const found = await offerTo(user, now);
  if (found?.offer.amount_cents !== input.amount_cents || !found.offer.self_service) {
    // The other request of a double click may have stored its intent in the meantime.
    if (await isRepeated(input.requestId, userId, now)) return ok;
    return { ...ok, answer_by: await ask(user, found, input.amount_cents, now) };
  }
  const { payments, counted, request } = found;
  const isWaiting = request.stored?.answeredAt === null;
  await askRefunds(
    refundsOf(input.requestId, payments),
    {
      operator: userId,
      action: "refunds/requestRefund",
      note: `Requested by the customer ${found.offer.max_videos === undefined ? "under the guarantee" : "after a renewal"}`,
      counted,
      ...(request.stored && isWaiting ? { writes: [closeWithdrawal(request.stored, now)] } : {}),
    },
    now,
  );
  return ok;
});

/** Finishes an earlier attempt of the same request. */
async function isRepeated(requestId: string, userId: string, now: Date): Promise<boolean> {
  const asked = await findIntent(requestId);
  if (asked?.userId !== userId || asked.action !== "refunds/requestRefund") return false;
  if (asked.refund === null) await carryOut(asked, now);
  return true;
}

/**
 * Asks the operator, once per payment. The request appears among the withdrawals and has the same deadline.
 * @returns the deadline
 */
async function ask(
  user: Account,
  found: Offered | undefined,
  amountCents: number,
  now: Date,
): Promise<string> {
  if (found === undefined) throw new AppError("CONFLICT", "There is nothing to refund. Nothing was changed.");
  const { offer, request, leaseUntil } = found;
  if (offer.amount_cents !== amountCents)
    throw new AppError("CONFLICT", "The amount has changed. Nothing was refunded. Load the page again.", {
      field: "amount_cents",
    });
  if (offer.answer_by === null)
    throw new AppError("CONFLICT", "We have answered this request. Write to us if you have a question.");
  if (offer.answer_by !== undefined) return offer.answer_by;
  const { userId, email, name } = user;
  const receivedAt = now.toISOString();
  const answer_by = answerBy(receivedAt);
  const declared = {
    name: name ?? email,
    email,
    contract: `${offer.product} ${offer.product === "lifetime" ? "license" : "plan"}`,
  };
  const forOperator = { ...declared, contract: `${declared.contract}, ${whyAsked(offer, leaseUntil)}` };
  const data = {
    ...declared,
    reference: request.id,
    receivedAt: atTime(receivedAt),
    answerBy: atTime(answer_by),
  };
  await enqueue(env("MAIL_QUEUE_URL"), [
    {
      id: `withdrawal-waits:${request.id}`,
      to: "operator",
      template: "withdrawalWaits",
      data: { ...data, ...forOperator },
    },
    {
      id: `refund-requested:${request.id}`,
      to: { userId },
      template: "refundRequested",
      data: {
        ...data,
        amount: inMoney(offer.amount_cents, offer.currency),
        ...(offer.lease_until && { leaseUntil: atTime(offer.lease_until) }),
      },
    },
  ]);
  await keepWithdrawal({ id: request.id, ...forOperator, receivedAt, userId, answeredAt: null });
  return answer_by;
}

function whyAsked({ max_videos }: Offered["offer"], leaseUntil: string | undefined): string {
  const right = max_videos === undefined ? "guarantee" : "renewal";
  return leaseUntil === undefined
    ? `${right}: your limits do not allow this refund without a review`
    : `${right}: an offline license works until ${atTime(leaseUntil)}`;
}
