import { AppError } from "#shared/errors.ts";
import { HOUR } from "#shared/instant.ts";
import { type Batch, type BatchKind, type BatchLine, PREVIEW_HOLDS_FOR } from "#shared/payouts/batch.ts";

type Previewed = { kind: BatchKind; status: Batch["status"]; createdAt: string };

export function checkPreview(run: Previewed | undefined, kind: BatchKind, now: Date): void {
  if (run?.kind !== kind) throw new AppError("NOT_FOUND", "There is no such preview.");
  const conflict = (message: string) => new AppError("CONFLICT", message);
  if (run.status === "preparing") throw conflict("The preview is still being prepared.");
  if (run.status !== "ready") throw conflict("This run has already started.");
  if (now.getTime() - Date.parse(run.createdAt) > PREVIEW_HOLDS_FOR)
    throw conflict("The preview is more than an hour old. Open a new one.");
}

type Payable = { id: string; affiliateId: string; email: string };

export function lineOf(
  { id, affiliateId, email }: Payable,
  outcome: BatchLine["outcome"],
  amountCents: number,
  reason: string | null = null,
): BatchLine {
  return { payout_id: id, affiliate_id: affiliateId, email, amount_cents: amountCents, outcome, reason };
}

export const isOpen = (line: BatchLine): boolean => line.outcome === "planned" || line.outcome === "queued";

type Seen = {
  id: string;
  kind: BatchKind;
  status: Batch["status"];
  createdAt: string;
  finishedAt: string | null;
};

/** After an hour, the messages of queued lines are in the dead-letter queue. */
const isLeftToLaterRuns = ({ finishedAt }: Seen, now: Date): boolean =>
  finishedAt !== null && now.getTime() - Date.parse(finishedAt) >= HOUR;

/** A distribution is done when no transfer is in progress, or an hour after it queued the last payout. */
export function toBatch(run: Seen, totals: Batch["totals"], now: Date): Batch {
  const isWaiting = run.status === "done" && totals.queued.count > 0 && !isLeftToLaterRuns(run, now);
  return {
    id: run.id,
    kind: run.kind,
    status: isWaiting ? "running" : run.status,
    created_at: run.createdAt,
    finished_at: isWaiting ? null : run.finishedAt,
    totals,
  };
}

export const toLine = (line: BatchLine, run: Seen, now: Date): BatchLine =>
  line.outcome === "queued" && isLeftToLaterRuns(run, now) ? { ...line, reason: LEFT } : line;

const LEFT = "Stripe did not answer during this run. Later runs ask again. The payout shows the result.";
