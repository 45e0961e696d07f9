import { SECOND } from "#shared/instant.ts";
import { transact, WriteConflict } from "../../platform/dynamo.ts";
import { env } from "../../platform/env.ts";
import { log } from "../../platform/log.ts";
import { enqueue } from "../../platform/queue.ts";
import { calculateAll, calculatePreviewed, mature, planAll, unfinished } from "./calculationSteps.ts";
import { planTransfers, queueAll, queueFailed, queuePreviewed } from "./distributionSteps.ts";
import { findRun, keepPlace, type Run, replaceRun } from "./table.ts";

/** A page takes a second or two, so a page that starts later might not finish. */
const STOP_BEFORE_END = 15 * SECOND;

function partsOf(run: Run) {
  if (run.kind === "calc") {
    if (run.status === "preparing") return [unfinished, mature, planAll];
    return [unfinished, mature, run.isPreviewed ? calculatePreviewed : calculateAll];
  }
  // Failed payouts come first, so that a payout that fails in this run waits for the next run.
  if (run.status === "preparing") return [planTransfers("failed"), planTransfers("approved")];
  // Payouts whose outcome an earlier run left open come last.
  return [
    ...(run.isPreviewed ? [queuePreviewed] : [queueFailed, queueAll("approved")]),
    queueAll("processing"),
    queueAll("reconciling"),
  ];
}

/**
 * Works on a run until it is done. If time runs short, queues the rest. Stores its progress only between pages of a
 * part, so a failed run repeats at most one page per part. Repeats are harmless.
 */
export async function workOn(batchId: string, now: Date, remainingMs: () => number): Promise<void> {
  const run = await findRun(batchId);
  if (run?.status !== "preparing" && run?.status !== "running") return;
  const parts = partsOf(run);
  let place = run.place;
  for (let step = parts[place.part]; step; step = parts[place.part]) {
    if (remainingMs() < STOP_BEFORE_END) {
      if (place !== run.place) await keepPlace(run, place);
      await enqueue(env("BATCHES_QUEUE_URL"), [{ batchId }]);
      return;
    }
    const start = await step(run, place.start, now);
    place = start === null ? { part: place.part + 1, start: null } : { part: place.part, start };
    if (start !== null) await keepPlace(run, place);
  }
  await finish(run, now);
}

async function finish(run: Run, now: Date): Promise<void> {
  const beginning = { part: 0, start: null };
  const after: Run =
    run.status === "preparing"
      ? { ...run, status: "ready", place: beginning }
      : { ...run, status: "done", place: beginning, finishedAt: now.toISOString() };
  try {
    await transact([replaceRun(run, after)]);
    log.info("batch.ended", { batch: run.id, kind: run.kind, status: after.status });
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
  }
}
