import { AppError } from "#shared/errors.ts";
import { HOUR } from "#shared/instant.ts";
import type { BatchKind } from "#shared/payouts/batch.ts";
import type { BatchMessage } from "#shared/payouts/messages.ts";
import { auditEntry, SCHEDULE } from "../../audit/index.ts";
import { transact, WriteConflict } from "../../platform/dynamo.ts";
import { env } from "../../platform/env.ts";
import { enqueue } from "../../platform/queue.ts";
import { walkPayouts } from "../lists/table.ts";
import { readRunLimit } from "./limitTable.ts";
import { checkPreview } from "./rules.ts";
import { createRun, findRun, listRunning, newRun, type Run, replaceRun } from "./table.ts";

type ByOperator = { operator: string; action: string };

export async function handOver(batchId: string): Promise<void> {
  const messages: BatchMessage[] = [{ batchId }];
  await enqueue(env("BATCHES_QUEUE_URL"), messages);
}

/** Runs a preview. Without a preview, runs everything that waits. @throws NOT_FOUND, CONFLICT */
export async function startRun(
  kind: BatchKind,
  previewId: string | undefined,
  newId: string,
  by: ByOperator,
  now: Date,
): Promise<string> {
  const preview = previewId === undefined ? undefined : await findRun(previewId);
  if (previewId !== undefined) checkPreview(preview, kind, now);
  const before: Run | null = preview ?? null;
  const after: Run = before ? { ...before, status: "running" } : newRun(newId, kind, "running", now);
  const entry = auditEntry({
    ...by,
    subject: `batch#${after.id}`,
    before: before && { status: before.status },
    after: { kind, status: after.status, isPreviewed: after.isPreviewed },
    at: now.toISOString(),
  });
  try {
    await transact([replaceRun(before, after), entry]);
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
    throw new AppError("CONFLICT", "This run has already started.", { cause: error });
  }
  await handOver(after.id);
  return after.id;
}

/**
 * A run that takes longer may have stopped: its start failed before `handOver`, or its message is in the dead-letter
 * queue. If the run is still in progress, queuing it again does no harm.
 */
const ABANDONED_AFTER = HOUR;

/**
 * Starts the day's run once, even if the schedule fires twice. A distribution is audited. It waits for the operator if
 * the approved payouts exceed the maximum. Also queues older unfinished runs.
 */
export async function startScheduled(kind: BatchKind, now: Date): Promise<{ batch: string }> {
  const id = `${kind}-${now.toISOString().slice(0, 10)}`;
  const isHeld = kind === "distribute" && (await isTooMuch());
  const run = newRun(id, kind, isHeld ? "held" : "running", now);
  if (kind === "calc") await createRun(run);
  else await startAudited(run, now);
  const abandoned = await listRunning(new Date(now.getTime() - ABANDONED_AFTER).toISOString());
  for (const one of new Set([...abandoned, id])) await handOver(one);
  return { batch: id };
}

/** The maximum number of payouts that one read returns. A run with more payouts also waits for the operator. */
const MAX_COUNTED = 1_000;

async function isTooMuch(): Promise<boolean> {
  const [{ max_scheduled_cents }, { rows, next }] = await Promise.all([
    readRunLimit(),
    walkPayouts("approved", null, MAX_COUNTED),
  ]);
  return next !== null || rows.reduce((sum, { amountCents }) => sum + amountCents, 0) > max_scheduled_cents;
}

async function startAudited(run: Run, now: Date): Promise<void> {
  const entry = auditEntry({
    operator: SCHEDULE,
    action: "payouts/distributeWeekly",
    subject: `batch#${run.id}`,
    before: null,
    after: { kind: run.kind, status: run.status },
    at: now.toISOString(),
  });
  try {
    await transact([replaceRun(null, run), entry]);
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
  }
}
