import type { Commission } from "#shared/affiliates/commission.ts";
import type { BatchLine } from "#shared/payouts/batch.ts";
import {
  findCommission,
  listMaturing,
  MAX_ROWS_PER_WRITE,
  matureWrites,
} from "../../affiliates/ledger/table.ts";
import { retryOnConflict, transact, WriteConflict } from "../../platform/dynamo.ts";
import { log } from "../../platform/log.ts";
import { type Made, makePayout, resumeClaim } from "../claims/makePayout.ts";
import { finishRows } from "../claims/moveRows.ts";
import { planRequest } from "../claims/plan.ts";
import { walkPayouts, walkRequests } from "../lists/table.ts";
import { lineOf } from "./rules.ts";
import { findLine, type Place, type Run, walkLines, writeLine } from "./table.ts";
import { UNSETTLED, unsettledAffiliates } from "./unsettled.ts";

/** So many at once: a page takes a second or so, and Lambda's memory holds one page. */
const PAGE = 25;

type Step = (run: Run, start: Place["start"], now: Date) => Promise<Place["start"]>;

/** What runs that were ended left half done. */
export const unfinished: Step = async (_run, start, now) => {
  const { rows, next } = await walkPayouts("work", start, PAGE);
  for (const payout of rows)
    await alone("payout.unfinished", payout.id, () =>
      payout.work === "claiming" ? resumeClaim(payout, now) : finishRows(payout.id, now),
    );
  return next;
};

/**
 * Time alone decides what is mature, so a preview does it too, and is exact. All of one affiliate's together: each
 * write changes their balance, and two at once would be in each other's way.
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

/** @param listed of one affiliate, as the index has them: another may have changed one, or their balance, meanwhile */
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
  await inParallel(open, async (request) => {
    const { cents, skipped } = await planRequest(request);
    const reason = skipped ?? (unsettled.has(request.affiliateId) ? UNSETTLED : null);
    await writeOnce(run, lineOf(request, reason === null ? "planned" : "skipped", cents, reason), now);
  });
  return next;
};

export const calculateAll: Step = async (run, start, now) => {
  const { rows, next } = await walkRequests(start, PAGE);
  const unsettled = await unsettledAmong(rows, now);
  await inParallel(rows, async (request) => {
    if (!request.isCalculated && unsettled.has(request.affiliateId))
      return writeOnce(run, lineOf(request, "skipped", 0, UNSETTLED), now);
    const made = await makePayout(request.id, run.id, undefined, now);
    // Made by an earlier run and not approved yet: no news for this one.
    if (made.outcome === "skipped" && request.isCalculated) return;
    await writeOnce(run, lineOf(request, made.outcome, made.amountCents, made.reason), now);
  });
  return next;
};

export const calculatePreviewed: Step = async (run, start, now) => {
  const { rows, next } = await walkLines(run.id, start, PAGE);
  const planned = rows.filter(({ outcome }) => outcome === "planned");
  const unsettled = planned.length === 0 ? new Set() : await unsettledAffiliates(now);
  await inParallel(planned, async (line) => {
    const made: Made = unsettled.has(line.affiliate_id)
      ? { outcome: "skipped", amountCents: line.amount_cents, reason: UNSETTLED }
      : await makePayout(line.payout_id, run.id, line.amount_cents, now);
    const after = { ...line, outcome: made.outcome, amount_cents: made.amountCents, reason: made.reason };
    await retryOnConflict(async () => {
      const before = await findLine(run.id, line.payout_id);
      if (before?.outcome === "planned") await writeLine(run.id, before, after, now);
    });
  });
  return next;
};

const unsettledAmong = (rows: readonly { isCalculated: boolean }[], now: Date): Promise<Set<string>> =>
  rows.some(({ isCalculated }) => !isCalculated) ? unsettledAffiliates(now) : Promise.resolve(new Set());

/** A line is written once; the same page gone over again finds it there. */
export async function writeOnce(run: Run, line: BatchLine, now: Date): Promise<void> {
  await retryOnConflict(async () => {
    if ((await findLine(run.id, line.payout_id)) === undefined) await writeLine(run.id, undefined, line, now);
  });
}

/** A failure does not stop the others; the next run retries it. */
async function alone(event: string, id: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof WriteConflict) return;
    log.error(event, error, { id });
  }
}

const AT_ONCE = 8;

/** @throws the first failure, when all have ended: the page is gone over again */
export async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const lane = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, lane));
  const failed = ended.find((lane) => lane.status === "rejected");
  if (failed) throw failed.reason;
}
