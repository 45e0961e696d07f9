import type { PayoutMessage } from "#shared/payouts/messages.ts";
import type { Payout } from "#shared/payouts/payout.ts";
import { getAffiliate } from "../../affiliates/table.ts";
import { decideAgain } from "../../platform/dynamo.ts";
import { env } from "../../platform/env.ts";
import { enqueue } from "../../platform/queue.ts";
import { walkPayouts } from "../lists/table.ts";
import { whyNotTransferable } from "../rules.ts";
import { findPayout } from "../table.ts";
import { isAbandoned } from "../transfers/rules.ts";
import { inParallel, writeOnce } from "./calc.ts";
import { lineOf } from "./rules.ts";
import { findLine, type Place, type Run, walkLines, writeLine } from "./table.ts";

const PAGE = 25;

type Step = (run: Run, start: Place["start"], now: Date) => Promise<Place["start"]>;

export const planTransfers: Step = async (run, start, now) => {
  const { rows, next } = await walkPayouts("approved", start, PAGE);
  await inParallel(rows, async (payout) => {
    const reason = whyNotTransferable(payout, await getAffiliate(payout.affiliateId));
    await writeOnce(
      run,
      lineOf(payout, reason === null ? "planned" : "skipped", payout.amountCents, reason),
      now,
    );
  });
  return next;
};

/** Hands over to the queue whatever waits in this state; what became of it is written into its line. */
export const queueAll =
  (status: Payout["status"]): Step =>
  async (run, start, now) => {
    const { rows, next } = await walkPayouts(status, start, PAGE);
    // Whoever is at one this moment needs no help.
    const waiting = rows.filter((payout) => status === "approved" || isAbandoned(payout, now));
    await inParallel(waiting, (payout) => writeOnce(run, lineOf(payout, "queued", payout.amountCents), now));
    await send(
      run,
      waiting.map(({ id }) => id),
    );
    return next;
  };

export const queuePreviewed: Step = async (run, start, now) => {
  const { rows, next } = await walkLines(run.id, start, PAGE);
  const queued: string[] = [];
  await inParallel(rows, async (line) => {
    if (line.outcome === "planned") {
      const payout = await findPayout(line.payout_id);
      const isAsSeen = payout?.status === "approved" && payout.amountCents === line.amount_cents;
      await decideAgain(async () => {
        const before = await findLine(run.id, line.payout_id);
        if (before?.outcome !== "planned") return;
        const reason = `It has changed since the preview: it is ${payout?.status ?? "gone"}.`;
        const after = isAsSeen
          ? { ...before, outcome: "queued" as const }
          : { ...before, outcome: "skipped" as const, reason };
        await writeLine(run.id, before, after, now);
      });
      if (isAsSeen) queued.push(line.payout_id);
    } else if (line.outcome === "queued") queued.push(line.payout_id);
  });
  await send(run, queued);
  return next;
};

async function send(run: Run, payoutIds: readonly string[]): Promise<void> {
  const messages: PayoutMessage[] = payoutIds.map((payoutId) => ({
    kind: "transfer",
    payoutId,
    batchId: run.id,
  }));
  await enqueue(env("PAYOUTS_QUEUE_URL"), messages);
}
