import { AppError } from "#shared/errors.ts";
import type { Payout } from "#shared/payouts/payout.ts";
import { getAffiliate } from "../../affiliates/table.ts";
import { decideAgain, transact, type Write } from "../../platform/dynamo.ts";
import { log } from "../../platform/log.ts";
import { endRows, finishRows } from "../claims/moveRows.ts";
import { changed, move, whyNotTransferable } from "../rules.ts";
import { findPayout, replacePayout } from "../table.ts";
import { beginTransfer, tryAgain } from "./rules.ts";
import { type Answer, createTransfer, findTransfer } from "./stripeTransfers.ts";

/** What an operator's own transfer writes beside the first change that it leads to; a failed one is tried again too. */
export type ByHand = (before: Payout, after: Payout) => Write[];

export type Ended =
  | { outcome: "paid" | "failed"; payout: Payout }
  | { outcome: "skipped"; payout: Payout | undefined; reason: string }
  /** It is not known yet what came of it: to be called again. */
  | { outcome: "unclear"; payout: Payout };

/**
 * Pays an approved payout (by hand also one that failed), or finds out what became of one that is
 * being transferred. The attempt is written before Stripe is asked, by a condition on what was read: of two who
 * come here at once, one asks. Ended anywhere and called again, at once or after days, it pays once.
 * @throws CONFLICT, or WriteConflict where somebody else is at it
 */
export async function transferPayout(id: string, now: Date): Promise<Ended> {
  return transferAsSeen(await findPayout(id), now);
}

/** The same, where it still is what was read. */
export async function transferAsSeen(payout: Payout | undefined, now: Date, byHand?: ByHand): Promise<Ended> {
  if (payout?.status === "paid") {
    await finishRows(payout.id, now);
    return { outcome: "paid", payout };
  }
  if (payout?.status === "processing" || payout?.status === "reconciling") return lookUp(payout, now, byHand);
  if (payout?.status === "approved" || (byHand && payout?.status === "failed"))
    return begin(payout, now, byHand);
  // Whoever wrote that may have ended before telling anybody.
  if (payout?.status === "failed") return { outcome: "failed", payout };
  return {
    outcome: "skipped",
    payout,
    reason: payout ? `It is ${payout.status}.` : "There is no such payout.",
  };
}

async function begin(payout: Payout, now: Date, byHand: ByHand | undefined): Promise<Ended> {
  const reason = whyNotTransferable(payout, await getAffiliate(payout.affiliateId));
  if (reason !== null) return { outcome: "skipped", payout, reason };
  const attempted = beginTransfer(payout, now);
  await transact([...replacePayout(payout, attempted), ...(byHand?.(payout, attempted) ?? [])]);
  return conclude(attempted, await createTransfer(attempted), now);
}

/** Stripe's own list says what happened; only where it shows nothing is the transfer asked for again. */
async function lookUp(payout: Payout, now: Date, byHand: ByHand | undefined): Promise<Ended> {
  const transferId = await findTransfer(payout);
  if (transferId !== undefined) return conclude(payout, { paid: transferId }, now, byHand);
  const attempted = tryAgain(payout, now);
  if (attempted === undefined) return { outcome: "unclear", payout };
  await transact([...replacePayout(payout, attempted), ...(byHand?.(payout, attempted) ?? [])]);
  return conclude(attempted, await createTransfer(attempted), now);
}

/**
 * Writes down what Stripe answered. Another who has found the same out meanwhile has written the same: of two
 * operators who ask what became of it, the second is told so.
 */
async function conclude(asked: Payout, answer: Answer, now: Date, byHand?: ByHand): Promise<Ended> {
  const payout = await decideAgain(async (isFirst) => {
    const before = isFirst ? asked : await findPayout(asked.id);
    if (!before) throw new AppError("INTERNAL_ERROR", `The payout ${asked.id} is gone`);
    if (before.status === "paid") {
      if (byHand) throw new AppError("CONFLICT", "This payout is paid already.");
      return before;
    }
    if ("paid" in answer) return settle(before, answer.paid, now, byHand);
    // Somebody else has begun another attempt, or has ended this one: this answer says nothing of that.
    if (before.version !== asked.version) return before;
    const after =
      "refused" in answer
        ? move(before, "failed", { reason: answer.refused })
        : before.status === "processing" || before.status === "reconciling"
          ? move(before, "reconciling", {})
          : changed(before, {});
    await transact(replacePayout(before, after));
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
  byHand: ByHand | undefined,
): Promise<Payout> {
  const { writes, work } = await endRows(before, "settling", now);
  const after = move(before, "paid", { transferId, work, transferredAt: now.toISOString(), reason: null });
  await transact([...replacePayout(before, after), ...writes, ...(byHand?.(before, after) ?? [])]);
  return after;
}
