import { AppError } from "#shared/errors.ts";
import { HOUR, type Instant } from "#shared/instant.ts";
import { type BatchKind, MAX_SCHEDULED_CENTS } from "#shared/payouts/batch.ts";
import type { BatchMessage } from "#shared/payouts/messages.ts";
import { SMALLEST_REQUEST_CENTS } from "#shared/payouts/request.ts";
import { auditEntry, SCHEDULE } from "../../audit/index.ts";
import { transact, WriteConflict } from "../../platform/dynamo.ts";
import { env } from "../../platform/env.ts";
import { enqueue } from "../../platform/queue.ts";
import { walkPayouts } from "../lists/table.ts";
import { checkPreview } from "./rules.ts";
import { createRun, findRun, listRuns, newRun, type Run, replaceRun } from "./table.ts";

type ByOperator = { operator: string; action: string };

export async function handOver(batchId: string): Promise<void> {
  const messages: BatchMessage[] = [{ batchId }];
  await enqueue(env("BATCHES_QUEUE_URL"), messages);
}

/**
 * Begins a run: that of the preview which is named, or of all that there is.
 * @throws NOT_FOUND, CONFLICT
 */
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

/** A run that takes longer is handed over again, to no effect. */
const ABANDONED_AFTER = HOUR;

/** Of the 25 newest runs those whose call died before it handed them over, or whose message was given up. */
async function abandonedRuns(now: Date): Promise<string[]> {
  const { runs } = await listRuns(undefined);
  return runs
    .filter(({ status, createdAt }) => status === "running" && isOld(createdAt, now))
    .map(({ id }) => id);
}

const isOld = (at: Instant, now: Date): boolean => now.getTime() - Date.parse(at) > ABANDONED_AFTER;

/**
 * By the clock: one run a day, also where the clock calls twice. A run that moves money is audited, and one that would
 * move more than the clock may is held for the operator. What an earlier
 * run left is resumed: two that work on one run do nothing twice.
 */
export async function startScheduled(kind: BatchKind, now: Date): Promise<{ batch: string }> {
  const id = `${kind}-${now.toISOString().slice(0, 10)}`;
  const isHeld = kind === "distribute" && (await isTooMuch());
  const run = newRun(id, kind, isHeld ? "held" : "running", now);
  if (kind === "calc") await createRun(run);
  else await startAudited(run, now);
  for (const one of new Set([...(await abandonedRuns(now)), id])) await handOver(one);
  return { batch: id };
}

/** As many of the smallest payouts are worth what the clock may pay. */
const MAX_SCHEDULED = MAX_SCHEDULED_CENTS / SMALLEST_REQUEST_CENTS;

async function isTooMuch(): Promise<boolean> {
  const { rows } = await walkPayouts("approved", null, MAX_SCHEDULED + 1);
  const cents = rows.reduce((sum, { amountCents }) => sum + amountCents, 0);
  return rows.length > MAX_SCHEDULED || cents > MAX_SCHEDULED_CENTS;
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
