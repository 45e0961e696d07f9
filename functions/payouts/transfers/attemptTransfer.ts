import type { LedgerRow } from "#shared/affiliates/commission.ts";
import { RESULT } from "#shared/audit/entry.ts";
import { AppError } from "#shared/errors.ts";
import type { BatchLine } from "#shared/payouts/batch.ts";
import type { Payout } from "#shared/payouts/payout.ts";
import { retryOnConflict, transact, type Write } from "../../platform/dynamo.ts";
import { log } from "../../platform/log.ts";
import { lineWrites } from "../batches/lineTable.ts";
import { isOpen } from "../batches/rules.ts";
import { audited } from "../changing/audit.ts";
import { endRows, finishRows, takeOut } from "../claims/moveRows.ts";
import { type Known, readKnown } from "../knownTable.ts";
import { changed, move, whyNotTransferable } from "../rules.ts";
import { replacePayout } from "../table.ts";
import { beginTransfer, isRetried, mayArrive, retryAttempt } from "./rules.ts";
import { type Answer, createTransfer, findTransfer } from "./stripeTransfers.ts";

export type Asker = {
  /**
   * The operator who asks. If set, the intent and the result are audited, and a failed payout is retried even after a
   * lasting refusal.
   */
  operator?: string;
  batchId?: string | null;
  /** The payout's number of attempts when the run queued it. Keeps a repeated message from starting a new attempt. */
  retryAfter?: number | undefined;
};

export type Ended =
  /** `isReported`: the run's line is already written. */
  | { outcome: "paid" | "failed"; payout: Payout; isReported: boolean }
  | { outcome: "skipped"; payout: Payout | undefined; reason: string }
  /** The outcome is unknown: call again. */
  | { outcome: "unclear"; payout: Payout };

/**
 * Pays an approved payout, retries a failed one, or finds out the result of a pending transfer. It stores the attempt
 * with a condition before it asks Stripe, so only one of several callers asks. Calls may be interrupted and repeated at
 * any time: the payout is paid only once.
 * @throws CONFLICT, or WriteConflict if another call is transferring the payout
 */
export async function attemptTransfer(id: string, now: Date, asker: Asker = {}): Promise<Ended> {
  return transferAsSeen(await readKnown(id, asker.batchId ?? null), now, asker);
}

/** Like `attemptTransfer`, with rows that were already read; the writes' conditions verify them. */
export async function transferAsSeen(known: Known, now: Date, asker: Asker): Promise<Ended> {
  const { payout } = known;
  if (payout?.status === "paid") {
    await finishRows(payout.id, now);
    return { outcome: "paid", payout, isReported: false };
  }
  if (payout?.status === "processing" || payout?.status === "reconciling")
    return lookUp({ ...known, payout }, asker, now);
  if (payout?.status === "approved") return begin({ ...known, payout }, asker, now);
  if (
    payout?.status === "failed" &&
    (asker.operator !== undefined || (isRetried(payout) && payout.attempt?.number === asker.retryAfter))
  )
    return begin({ ...known, payout }, asker, now);
  // The worker that stored the failure may have stopped before it wrote the run's line.
  if (payout?.status === "failed") return { outcome: "failed", payout, isReported: false };
  return {
    outcome: "skipped",
    payout,
    reason: payout ? `The payout is ${payout.status}.` : "There is no such payout.",
  };
}

type Seen = Known & { payout: Payout; rows?: LedgerRow[] };

async function begin(seen: Seen, asker: Asker, now: Date): Promise<Ended> {
  const { payout: approved, affiliate } = seen;
  const reason = whyNotTransferable(approved, affiliate);
  if (reason !== null) return { outcome: "skipped", payout: approved, reason };
  const { payout, rows } = await takeOut(approved, now);
  if (payout.status === "canceled") return { outcome: "skipped", payout, reason: payout.reason ?? "" };
  const taken = payout === approved ? null : payout.reason;
  const attempted = { ...beginTransfer(payout, asker.operator ?? null, now), reason: taken };
  return attempt({ ...seen, payout, rows }, attempted, asker, now);
}

/**
 * Looks for the transfer in Stripe's list and requests it again only if the list has none. If the affiliate cannot be
 * paid now, fails the payout as soon as the last request can no longer reach Stripe.
 */
async function lookUp(seen: Seen, asker: Asker, now: Date): Promise<Ended> {
  const { payout, affiliate } = seen;
  const transferId = await findTransfer(payout);
  if (transferId !== undefined) return conclude(seen, { paid: transferId }, asker, now, asker.operator);
  const reason = whyNotTransferable(payout, affiliate);
  if (reason !== null) {
    if (mayArrive(payout, now)) return { outcome: "unclear", payout };
    return conclude(seen, { refused: { reason, refusal: "temporary" } }, asker, now, asker.operator);
  }
  const attempted = retryAttempt(payout, asker.operator ?? null, now);
  if (attempted === undefined) return { outcome: "unclear", payout };
  return attempt(seen, attempted, asker, now);
}

async function attempt(seen: Seen, attempted: Payout, asker: Asker, now: Date): Promise<Ended> {
  await transact([
    ...replacePayout(seen.payout, attempted),
    ...intent(asker.operator, seen.payout, attempted, now),
  ]);
  return conclude({ ...seen, payout: attempted }, await createTransfer(attempted), asker, now);
}

/**
 * Stores Stripe's answer in the payout and the run's line. If a concurrent call has stored the same answer, changes
 * nothing. If two operators ask for the result, the second gets a CONFLICT.
 * @param operator who asked for the result of an earlier attempt
 */
async function conclude(
  asked: Seen,
  answer: Answer,
  { batchId = null }: Asker,
  now: Date,
  operator?: string,
): Promise<Ended> {
  const { id, version } = asked.payout;
  let isReported = false;
  const payout = await retryOnConflict(async (isFirst) => {
    const { payout: before, line } = isFirst ? asked : await readKnown(id, batchId);
    if (!before) throw new AppError("INTERNAL_ERROR", `The payout ${id} no longer exists`);
    if (before.status === "paid") {
      if (operator !== undefined) throw new AppError("CONFLICT", "This payout is already paid.");
      return before;
    }
    // Another call has started or ended an attempt, so this answer is outdated.
    if (!("paid" in answer) && before.version !== version) {
      if (operator !== undefined)
        throw new AppError("CONFLICT", "This payout has changed. Please try again.");
      return before;
    }
    const { after, writes } = await outcomeOf(before, answer, now, isFirst ? asked.rows : undefined);
    const reported = report(batchId, line, after, now);
    await transact([
      ...replacePayout(before, after),
      ...writes,
      ...reported,
      ...(after.status === "paid" || after.status === "failed" ? result(operator, before, after, now) : []),
    ]);
    isReported = reported.length > 0;
    return after;
  });
  if (payout.status === "paid") {
    if (payout.work !== null) await finishRows(payout.id, now);
    return { outcome: "paid", payout, isReported };
  }
  if (payout.status !== "failed") return { outcome: "unclear", payout };
  log.warn("payout.failed", { payout: payout.id, reason: payout.reason });
  return { outcome: "failed", payout, isReported };
}

async function outcomeOf(
  before: Payout,
  answer: Answer,
  now: Date,
  rows?: readonly LedgerRow[],
): Promise<{ after: Payout; writes: Write[] }> {
  if ("paid" in answer) {
    const { writes, work } = await endRows(before, "settling", now, rows);
    const change = { transferId: answer.paid, work, transferredAt: now.toISOString() };
    return { after: move(before, "paid", change), writes };
  }
  if ("refused" in answer) return { after: move(before, "failed", answer.refused), writes: [] };
  const isAsked = before.status === "processing" || before.status === "reconciling";
  return { after: isAsked ? move(before, "reconciling", {}) : changed(before, {}), writes: [] };
}

function report(batchId: string | null, line: BatchLine | undefined, payout: Payout, now: Date): Write[] {
  if (batchId === null || !line || !isOpen(line) || (payout.status !== "paid" && payout.status !== "failed"))
    return [];
  const after: BatchLine = { ...line, outcome: payout.status, reason: payout.reason };
  return lineWrites(batchId, [{ before: line, after }], now);
}

const intent = (operator: string | undefined, before: Payout, after: Payout, now: Date): Write[] =>
  operator === undefined ? [] : [audited(operator, ACTION, before, after, now)];

/** Audits the result under the operator who asks now, or else under the operator who started the attempt. */
function result(operator: string | undefined, before: Payout, after: Payout, now: Date): Write[] {
  const by = operator ?? before.attempt?.by ?? null;
  // One request may write both entries; the log must list the result after its intent.
  const at = new Date(now.getTime() + 1);
  return by === null ? [] : [audited(by, ACTION, before, after, at, RESULT)];
}

const ACTION = "payouts/transfer";
