import type { PayoutMessage } from "#shared/payouts/messages.ts";
import type { Payout } from "#shared/payouts/payout.ts";
import { getAffiliate } from "../../affiliates/table.ts";
import { retryOnConflict } from "../../platform/dynamo.ts";
import { env } from "../../platform/env.ts";
import { enqueue } from "../../platform/queue.ts";
import { walkPayouts } from "../lists/table.ts";
import { whyNotTransferable } from "../rules.ts";
import { findPayout } from "../table.ts";
import { isAbandoned, isRetried } from "../transfers/rules.ts";
import { inParallel, writeOnce } from "./calculationSteps.ts";
import { lineOf } from "./rules.ts";
import { findLine, type Place, type Run, walkLines, writeLine } from "./table.ts";

const PAGE = 25;

type Step = (run: Run, start: Place["start"], now: Date) => Promise<Place["start"]>;

/** Why a run does not ask Stripe for this payout now; null where it does. */
async function whyLeft(payout: Payout): Promise<string | null> {
  if (payout.status === "failed" && !isRetried(payout))
    return `${payout.reason ?? "Stripe refused the transfer."} Transfer it by hand once that is settled, or cancel it.`;
  return whyNotTransferable(payout, await getAffiliate(payout.affiliateId));
}

export const planTransfers =
  (status: "approved" | "failed"): Step =>
  async (run, start, now) => {
    const { rows, next } = await walkPayouts(status, start, PAGE);
    await inParallel(rows, async (payout) => {
      const reason = await whyLeft(payout);
      const outcome = reason === null ? "planned" : "skipped";
      await writeOnce(run, lineOf(payout, outcome, payout.amountCents, reason), now);
    });
    return next;
  };

/** Queues every payout that waits in this state; the worker writes the outcome into its line. */
export const queueAll =
  (status: Exclude<Payout["status"], "failed">): Step =>
  async (run, start, now) => {
    const { rows, next } = await walkPayouts(status, start, PAGE);
    // Skips payouts that another worker is processing.
    const waiting = rows.filter((payout) => status === "approved" || isAbandoned(payout, now));
    await inParallel(waiting, (payout) => writeOnce(run, lineOf(payout, "queued", payout.amountCents), now));
    await send(run, waiting);
    return next;
  };

/** Queues the failed payouts whose refusal may have passed, and lists the others with what a person has to do. */
export const queueFailed: Step = async (run, start, now) => {
  const { rows, next } = await walkPayouts("failed", start, PAGE);
  const waiting = rows.filter((payout) => failedBefore(run, payout));
  const retried: Payout[] = [];
  await inParallel(waiting, async (payout) => {
    const reason = await whyLeft(payout);
    if (reason === null) retried.push(payout);
    const outcome = reason === null ? "queued" : "skipped";
    await writeOnce(run, lineOf(payout, outcome, payout.amountCents, reason), now);
  });
  await send(run, retried);
  return next;
};

/** What failed in this very run waits for the next one. */
const failedBefore = (run: Run, { attempt }: Payout): boolean =>
  attempt === null || attempt.triedAt < run.createdAt;

export const queuePreviewed: Step = async (run, start, now) => {
  const { rows, next } = await walkLines(run.id, start, PAGE);
  const queued: Payout[] = [];
  await inParallel(rows, async (line) => {
    if (line.outcome !== "planned" && line.outcome !== "queued") return;
    const payout = await findPayout(line.payout_id);
    const isAsSeen =
      payout?.amountCents === line.amount_cents &&
      (payout.status === "approved" || (isRetried(payout) && failedBefore(run, payout)));
    if (line.outcome === "planned")
      await retryOnConflict(async () => {
        const before = await findLine(run.id, line.payout_id);
        if (before?.outcome !== "planned") return;
        const reason = `It has changed since the preview: it is ${payout?.status ?? "gone"}.`;
        const after = isAsSeen
          ? { ...before, outcome: "queued" as const }
          : { ...before, outcome: "skipped" as const, reason };
        await writeLine(run.id, before, after, now);
      });
    // A line that was queued before may wait for a message that was never sent.
    if (payout && (isAsSeen || line.outcome === "queued")) queued.push(payout);
  });
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
