import type { Affiliate } from "#shared/affiliates/affiliate.ts";
import type { BatchLine } from "#shared/payouts/batch.ts";
import type { PayoutMessage } from "#shared/payouts/messages.ts";
import type { Payout } from "#shared/payouts/payout.ts";
import { inMoney } from "#shared/words.ts";
import { env } from "../../platform/env.ts";
import { enqueue } from "../../platform/queue.ts";
import { getAffiliates } from "../../referrals/index.ts";
import { findPayouts } from "../knownTable.ts";
import { walkPayouts } from "../lists/table.ts";
import { whyNotTransferable } from "../rules.ts";
import { isAbandoned, isRetried } from "../transfers/rules.ts";
import { type LineChange, walkLines } from "./lineTable.ts";
import { lineOf } from "./rules.ts";
import { PAGE, type Step, writeLines } from "./steps.ts";
import type { Run } from "./table.ts";

function reasonToSkip(payout: Payout, affiliate: Affiliate | undefined): string | null {
  if (payout.status === "failed" && !isRetried(payout))
    return `${payout.reason ?? "Stripe refused the transfer."} Once the cause is resolved, transfer the payout by hand. Otherwise cancel it.`;
  return whyNotTransferable(payout, affiliate);
}

export const planTransfers =
  (status: "approved" | "failed"): Step =>
  async (run, start, now) => {
    const { rows, next } = await walkPayouts(status, start, PAGE);
    const affiliates = await getAffiliates(rows.map(({ affiliateId }) => affiliateId));
    const lines = rows.map((payout): LineChange => {
      const reason = reasonToSkip(payout, affiliates.get(payout.affiliateId));
      const outcome = reason === null ? "planned" : "skipped";
      return { before: undefined, after: lineOf(payout, outcome, payout.amountCents, reason) };
    });
    await writeLines(run, lines, now);
    return next;
  };

export const queueAll =
  (status: Exclude<Payout["status"], "failed">): Step =>
  async (run, start, now) => {
    const { rows, next } = await walkPayouts(status, start, PAGE);
    // Skips payouts that another worker is processing.
    const waiting = rows.filter((payout) => status === "approved" || isAbandoned(payout, now));
    const lines = waiting.map((payout) => ({
      before: undefined,
      after: lineOf(payout, "queued", payout.amountCents),
    }));
    await writeLines(run, lines, now);
    await send(run, waiting);
    return next;
  };

export const queueFailed: Step = async (run, start, now) => {
  const { rows, next } = await walkPayouts("failed", start, PAGE);
  const waiting = rows.filter((payout) => failedBefore(run, payout));
  const affiliates = await getAffiliates(waiting.map(({ affiliateId }) => affiliateId));
  const retried: Payout[] = [];
  const lines: LineChange[] = [];
  for (const payout of waiting) {
    const reason = reasonToSkip(payout, affiliates.get(payout.affiliateId));
    if (reason === null) retried.push(payout);
    const outcome = reason === null ? "queued" : "skipped";
    lines.push({ before: undefined, after: lineOf(payout, outcome, payout.amountCents, reason) });
  }
  await writeLines(run, lines, now);
  await send(run, retried);
  return next;
};

/** A payout that failed during this run waits for the next run. */
const failedBefore = (run: Run, { attempt }: Payout): boolean =>
  attempt === null || attempt.triedAt < run.createdAt;

export const queuePreviewed: Step = async (run, start, now) => {
  const { rows, next } = await walkLines(run.id, start, PAGE);
  const open = rows.filter(({ outcome }) => outcome === "planned" || outcome === "queued");
  const payouts = await findPayouts(open.map(({ payout_id }) => payout_id));
  const queued: Payout[] = [];
  const changes: LineChange[] = [];
  for (const before of open) {
    const payout = payouts.get(before.payout_id);
    const isAsSeen =
      payout?.amountCents === before.amount_cents &&
      (payout.status === "approved" || (isRetried(payout) && failedBefore(run, payout)));
    const found = payout ? `${payout.status}, ${inMoney(payout.amountCents)}` : "deleted";
    const reason = `The payout has changed since the preview. Now: ${found}.`;
    const after: BatchLine = isAsSeen
      ? { ...before, outcome: "queued" }
      : { ...before, outcome: "skipped", reason };
    if (before.outcome === "planned") changes.push({ before, after });
    // The message of a queued line may never have been sent, so the payout is queued again.
    if (payout && (isAsSeen || before.outcome === "queued")) queued.push(payout);
  }
  await writeLines(run, changes, now);
  await send(run, queued);
  return next;
};

async function send(run: Run, payouts: readonly Payout[]): Promise<void> {
  const messages: PayoutMessage[] = payouts.map((payout) => ({
    kind: "transfer",
    payoutId: payout.id,
    batchId: run.id,
    ...(isRetried(payout) && failedBefore(run, payout) ? { retryAfter: payout.attempt?.number ?? 0 } : {}),
  }));
  await enqueue(env("PAYOUTS_QUEUE_URL"), messages);
}
