import { AppError } from "#shared/errors.ts";
import type { Payout } from "#shared/payouts/payout.ts";
import { getAffiliate } from "../../affiliates/table.ts";
import { RESULT } from "../../audit/table.ts";
import { retryOnConflict, transact, type Write } from "../../platform/dynamo.ts";
import { log } from "../../platform/log.ts";
import { audited } from "../changing/audit.ts";
import { endRows, finishRows } from "../claims/moveRows.ts";
import { changed, move, whyNotTransferable } from "../rules.ts";
import { findPayout, replacePayout } from "../table.ts";
import { beginTransfer, isRetried, retryAttempt } from "./rules.ts";
import { type Answer, createTransfer, findTransfer } from "./stripeTransfers.ts";

export type Ended =
  | { outcome: "paid" | "failed"; payout: Payout }
  | { outcome: "skipped"; payout: Payout | undefined; reason: string }
  /** It is not known yet what came of it: to be called again. */
  | { outcome: "unclear"; payout: Payout };

/**
 * Pays an approved payout, retries one that failed, or finds out what became of one that is being transferred. The
 * attempt is written before Stripe is asked, by a condition on what was read: of two who come here at once, one asks.
 * Ended anywhere and called again, at once or after days, it pays once.
 * @param retryAfter the attempts that a failed payout had when a run decided to retry it: a message that arrives
 * twice begins one attempt
 * @throws CONFLICT, or WriteConflict if another call is transferring it
 */
export async function attemptTransfer(id: string, now: Date, retryAfter?: number): Promise<Ended> {
  return transferAsSeen(await findPayout(id), now, null, retryAfter);
}

/**
 * The same, where it still is what was read.
 * @param operator who asks by hand: the intent and the result are audited, and a payout that failed is retried
 */
export async function transferAsSeen(
  payout: Payout | undefined,
  now: Date,
  operator: string | null = null,
  retryAfter?: number,
): Promise<Ended> {
  if (payout?.status === "paid") {
    await finishRows(payout.id, now);
    return { outcome: "paid", payout };
  }
  if (payout?.status === "processing" || payout?.status === "reconciling")
    return lookUp(payout, operator, now);
  if (payout?.status === "approved") return begin(payout, operator, now);
  if (
    payout?.status === "failed" &&
    (operator !== null || (isRetried(payout) && payout.attempt?.number === retryAfter))
  )
    return begin(payout, operator, now);
  // The worker that wrote this may have ended before it reported the result.
  if (payout?.status === "failed") return { outcome: "failed", payout };
  return {
    outcome: "skipped",
    payout,
    reason: payout ? `It is ${payout.status}.` : "There is no such payout.",
  };
}

async function begin(payout: Payout, operator: string | null, now: Date): Promise<Ended> {
  const reason = whyNotTransferable(payout, await getAffiliate(payout.affiliateId));
  if (reason !== null) return { outcome: "skipped", payout, reason };
  const attempted = beginTransfer(payout, operator, now);
  await transact([...replacePayout(payout, attempted), ...intent(operator, payout, attempted, now)]);
  return conclude(attempted, await createTransfer(attempted), now);
}

/** Stripe's own list says what happened; only where it shows nothing is the transfer asked for again. */
async function lookUp(payout: Payout, operator: string | null, now: Date): Promise<Ended> {
  const transferId = await findTransfer(payout);
  if (transferId !== undefined) return conclude(payout, { paid: transferId }, now, operator);
  const attempted = retryAttempt(payout, operator, now);
  if (attempted === undefined) return { outcome: "unclear", payout };
  await transact([...replacePayout(payout, attempted), ...intent(operator, payout, attempted, now)]);
  return conclude(attempted, await createTransfer(attempted), now);
}

/**
 * Writes down what Stripe answered. A concurrent call that got the same answer has written the same; of two operators
 * who ask for the result, the second gets a CONFLICT.
 */
async function conclude(
  asked: Payout,
  answer: Answer,
  now: Date,
  operator: string | null = null,
): Promise<Ended> {
  const payout = await retryOnConflict(async (isFirst) => {
    const before = isFirst ? asked : await findPayout(asked.id);
    if (!before) throw new AppError("INTERNAL_ERROR", `The payout ${asked.id} is gone`);
    if (before.status === "paid") {
      if (operator !== null) throw new AppError("CONFLICT", "This payout is already paid.");
      return before;
    }
    if ("paid" in answer) return settle(before, answer.paid, now, operator);
    // Another call has begun a new attempt, or has ended this one: this answer says nothing about that.
    if (before.version !== asked.version) return before;
    const after =
      "refused" in answer
        ? move(before, "failed", answer.refused)
        : before.status === "processing" || before.status === "reconciling"
          ? move(before, "reconciling", {})
          : changed(before, {});
    await transact([
      ...replacePayout(before, after),
      ...(after.status === "failed" ? result(operator, before, after, now) : []),
    ]);
    return after;
  });
  if (payout.status === "paid") {
    await finishRows(payout.id, now);
    return { outcome: "paid", payout };
  }
  if (payout.status !== "failed") return { outcome: "unclear", payout };
  log.warn("payout.failed", { payout: payout.id, reason: payout.reason });
  return { outcome: "failed", payout };
}

async function settle(
  before: Payout,
  transferId: string,
  now: Date,
  operator: string | null,
): Promise<Payout> {
  const { writes, work } = await endRows(before, "settling", now);
  const after = move(before, "paid", { transferId, work, transferredAt: now.toISOString(), reason: null });
  await transact([...replacePayout(before, after), ...writes, ...result(operator, before, after, now)]);
  return after;
}

/** For the transaction before Stripe is asked: what an operator asked for by hand. */
const intent = (operator: string | null, before: Payout, after: Payout, now: Date): Write[] =>
  operator === null ? [] : [audited(operator, ACTION, before, after, now)];

/** For the transaction after Stripe's answer: audited in the name of the current caller, or else the first one. */
function result(operator: string | null, before: Payout, after: Payout, now: Date): Write[] {
  const by = operator ?? before.attempt?.by ?? null;
  // One request may write both: the log lists the result after its intent.
  const at = new Date(now.getTime() + 1);
  return by === null ? [] : [audited(by, ACTION, before, after, at, RESULT)];
}

const ACTION = "payouts/transfer";
