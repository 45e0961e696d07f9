import type { BatchLine } from "#shared/payouts/batch.ts";
import type { Payout } from "#shared/payouts/payout.ts";
import type { PayoutRequest } from "#shared/payouts/request.ts";
import { inMoney } from "#shared/words.ts";
import { claimWrites } from "../../affiliates/index.ts";
import { retryOnConflict, transact } from "../../platform/dynamo.ts";
import { getAffiliate, onlyWhileStatusIs } from "../../referrals/index.ts";
import { lineWrites } from "../batches/lineTable.ts";
import { lineOf } from "../batches/rules.ts";
import { readKnown } from "../knownTable.ts";
import { changed, move } from "../rules.ts";
import { createPayout, findRequest, rejectWrites, replacePayout, replaceRequest } from "../table.ts";
import { readClaim, whySkipped } from "./plan.ts";
import { centsOf, newPayout } from "./rules.ts";

/** A transaction can have 100 writes, and the payout and the balance need some of them. */
const ROWS_A_WRITE = 80;

export type Made = {
  outcome: "calculated" | "skipped";
  amountCents: number;
  reason: string | null;
  /** Whether the run's line was already written. */
  isReported: boolean;
};

export type Listed = { request: PayoutRequest; line: BatchLine | undefined };

/**
 * Turns a pending request into a payout. The payout claims ledger rows, and their sum is its amount. A repeated call
 * resumes an interrupted one, or changes nothing.
 * @param expectedCents from the preview; a different amount claims nothing
 * @param listed used by the first attempt instead of a read; the write's conditions verify it
 */
export function makePayout(
  requestId: string,
  batchId: string,
  expectedCents: number | undefined,
  now: Date,
  listed?: Listed,
): Promise<Made> {
  return retryOnConflict(async (isFirst) => {
    const known =
      isFirst && listed?.request.status === "pending" && !listed.request.isCalculated
        ? { ...listed, payout: undefined }
        : await readKnown(requestId, batchId);
    const { request, payout: existing, line } = known;
    if (existing) return finishClaim(existing, batchId, request, now);
    if (request?.status !== "pending") return skipped("The request is no longer open.");
    const { rows: all, cents } = await readClaim(request.affiliateId, request.requestedCents);
    // For a positive amount, the first attempt does not read the affiliate. The write's condition refuses a suspended
    // affiliate, and the retry reports why.
    if ("affiliate" in known || cents <= 0) {
      const affiliate = "affiliate" in known ? known.affiliate : await getAffiliate(request.affiliateId);
      const reason = whySkipped(affiliate?.status, cents);
      if (reason !== null) return skipped(reason, cents);
    }
    if (expectedCents !== undefined && cents !== expectedCents)
      return skipped(
        `The amount has changed since the preview: ${inMoney(expectedCents)} then, ${inMoney(cents)} now.`,
        cents,
      );
    const rows = all.slice(0, ROWS_A_WRITE);
    const calculated: PayoutRequest = { ...request, isCalculated: true };
    const payout = newPayout(request, batchId, centsOf(rows), rows.length === all.length);
    // If the claim needs several transactions, the caller writes the line after the last one.
    const isReported = payout.work === null;
    const after = lineOf(payout, "calculated", payout.amountCents);
    const writes = [
      ...createPayout(payout),
      ...replaceRequest(request, calculated),
      ...claimWrites(rows, payout.id, now),
      ...(isReported ? lineWrites(batchId, [{ before: line, after }], now) : []),
    ];
    // Must fail if the affiliate was suspended in the meantime: their commissions may not be on hold yet.
    await transact(onlyWhileStatusIs(request.affiliateId, "active", writes));
    return { ...(await finishClaim(payout, batchId, calculated, now)), isReported };
  });
}

const NOTHING_LEFT = "Nothing was left to pay.";

const skipped = (reason: string, amountCents = 0): Made => ({
  outcome: "skipped",
  amountCents,
  reason,
  isReported: false,
});

/** Claims the rest of a payout that needs several transactions. Stops once the affiliate is suspended. */
async function finishClaim(
  start: Payout,
  batchId: string,
  request: PayoutRequest | undefined,
  now: Date,
): Promise<Made> {
  let payout = start;
  while (payout.work === "claiming") payout = await claimMore(payout, request, now);
  if (payout.batchId !== batchId) return skipped("Another run made this payout.", payout.amountCents);
  if (payout.status === "canceled") return skipped(payout.reason ?? "The payout was canceled.");
  return { outcome: "calculated", amountCents: payout.amountCents, reason: null, isReported: false };
}

async function claimMore(payout: Payout, request: PayoutRequest | undefined, now: Date): Promise<Payout> {
  const { affiliateId } = payout;
  const [affiliate, plan] = await Promise.all([
    getAffiliate(affiliateId),
    readClaim(affiliateId, (request?.requestedCents ?? 0) - payout.amountCents),
  ]);
  const status = affiliate?.status ?? "suspended";
  const rows = status === "active" ? plan.rows.slice(0, ROWS_A_WRITE) : [];
  const amountCents = payout.amountCents + centsOf(rows);
  const isLast = status !== "active" || rows.length === plan.rows.length;
  // Nothing is left to pay, for example because a refund arrived during the claim.
  const isWorthless = isLast && amountCents <= 0;
  const after = isWorthless
    ? move(payout, "canceled", { amountCents, work: "releasing", reason: NOTHING_LEFT })
    : changed(payout, { amountCents, work: isLast ? null : "claiming" });
  const writes = [
    ...replacePayout(payout, after),
    // Without this write, the request would stay open, and the affiliate could not request another payout.
    ...(isWorthless ? rejectWrites(request, NOTHING_LEFT, now) : []),
    ...claimWrites(rows, payout.id, now),
  ];
  await transact(onlyWhileStatusIs(affiliateId, status, writes));
  return after;
}

/** The payout stays in the run that created it. */
export async function resumeClaim(payout: Payout, now: Date): Promise<void> {
  await finishClaim(payout, payout.batchId, await findRequest(payout.id), now);
}
