import type { Commission } from "#shared/affiliates/commission.ts";
import { findCommission, listMaturing, MAX_ROWS_PER_WRITE, matureWrites } from "../../affiliates/index.ts";
import { retryOnConflict, transact, WriteConflict } from "../../platform/dynamo.ts";
import { log } from "../../platform/log.ts";
import { getAffiliates } from "../../referrals/index.ts";
import { type Made, makePayout, resumeClaim } from "../claims/makePayout.ts";
import { finishRows } from "../claims/moveRows.ts";
import { readClaim, whySkipped } from "../claims/plan.ts";
import { findRequests } from "../knownTable.ts";
import { walkPayouts, walkRequests } from "../lists/table.ts";
import { type LineChange, walkLines } from "./lineTable.ts";
import { lineOf } from "./rules.ts";
import { inParallel, PAGE, type Step, writeLines } from "./steps.ts";
import { UNSETTLED, unsettledAffiliates } from "./unsettled.ts";

export const unfinished: Step = async (_run, start, now) => {
  const { rows, next } = await walkPayouts("work", start, PAGE);
  for (const payout of rows)
    await alone("payout.unfinished", payout.id, () =>
      payout.work === "claiming" ? resumeClaim(payout, now) : finishRows(payout.id, now),
    );
  return next;
};

/**
 * Releases commissions whose hold is over. Previews release them too, because a preview would otherwise show too
 * little. Writes for one affiliate run in sequence, because each changes the same balance.
 */
export const mature: Step = async (_run, start, now) => {
  const cursor = start === null ? undefined : String(start.cursor);
  const { commissions, next } = await listMaturing(now, cursor);
  const ofAffiliates = Map.groupBy(commissions, ({ affiliateId }) => affiliateId);
  await inParallel([...ofAffiliates], ([affiliateId, own]) =>
    alone("commission.notMatured", affiliateId, async () => {
      for (let first = 0; first < own.length; first += MAX_ROWS_PER_WRITE)
        await matureTogether(own.slice(first, first + MAX_ROWS_PER_WRITE), now);
    }),
  );
  return next === null ? null : { cursor: next };
};

function matureTogether(listed: readonly Commission[], now: Date): Promise<void> {
  return retryOnConflict(async (isFirst) => {
    const found = isFirst
      ? listed
      : await Promise.all(listed.map(({ affiliateId, id }) => findCommission(affiliateId, id)));
    const writes = matureWrites(
      found.filter((one) => one !== undefined),
      now,
    );
    if (writes.length > 0) await transact(writes);
  });
}

export const planAll: Step = async (run, start, now) => {
  const { rows, next } = await walkRequests(start, PAGE);
  const open = rows.filter(({ isCalculated }) => !isCalculated);
  const unsettled = await unsettledAmong(open, now);
  const affiliates = await getAffiliates(open.map(({ affiliateId }) => affiliateId));
  const lines: LineChange[] = [];
  await inParallel(open, async (request) => {
    const { cents } = await readClaim(request.affiliateId, request.requestedCents);
    const skipped = whySkipped(affiliates.get(request.affiliateId)?.status, cents);
    const reason = skipped ?? (unsettled.has(request.affiliateId) ? UNSETTLED : null);
    const after = lineOf(request, reason === null ? "planned" : "skipped", cents, reason);
    lines.push({ before: undefined, after });
  });
  await writeLines(run, lines, now);
  return next;
};

export const calculateAll: Step = async (run, start, now) => {
  const { rows, next } = await walkRequests(start, PAGE);
  const unsettled = await unsettledAmong(rows, now);
  await inParallel(rows, async (request) => {
    if (!request.isCalculated && unsettled.has(request.affiliateId)) {
      const after = lineOf(request, "skipped", 0, UNSETTLED);
      return writeLines(run, [{ before: undefined, after }], now);
    }
    const made = await makePayout(request.id, run.id, undefined, now, { request, line: undefined });
    // Skips a line that is already written, and the line of a payout that an earlier run calculated.
    if (made.isReported || (made.outcome === "skipped" && request.isCalculated)) return;
    const after = lineOf(request, made.outcome, made.amountCents, made.reason);
    await writeLines(run, [{ before: undefined, after }], now);
  });
  return next;
};

export const calculatePreviewed: Step = async (run, start, now) => {
  const { rows, next } = await walkLines(run.id, start, PAGE);
  const planned = rows.filter(({ outcome }) => outcome === "planned");
  const unsettled = planned.length === 0 ? new Set() : await unsettledAffiliates(now);
  const requests = await findRequests(planned.map(({ payout_id }) => payout_id));
  await inParallel(planned, async (line) => {
    const request = requests.get(line.payout_id);
    const made: Made = unsettled.has(line.affiliate_id)
      ? { outcome: "skipped", amountCents: line.amount_cents, reason: UNSETTLED, isReported: false }
      : await makePayout(line.payout_id, run.id, line.amount_cents, now, request && { request, line });
    if (made.isReported) return;
    const after = { ...line, outcome: made.outcome, amount_cents: made.amountCents, reason: made.reason };
    await writeLines(run, [{ before: line, after }], now);
  });
  return next;
};

const unsettledAmong = (rows: readonly { isCalculated: boolean }[], now: Date): Promise<Set<string>> =>
  rows.some(({ isCalculated }) => !isCalculated) ? unsettledAffiliates(now) : Promise.resolve(new Set());

/** Logs a failure, so that the other items continue. */
async function alone(event: string, id: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof WriteConflict) return;
    log.error(event, error, { id });
  }
}
