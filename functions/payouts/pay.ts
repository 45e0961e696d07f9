import type { Context, SQSBatchResponse, SQSEvent } from "aws-lambda";
import { needsAttention } from "#shared/mail/mail.ts";
import type { BatchLine } from "#shared/payouts/batch.ts";
import { PayoutMessage } from "#shared/payouts/messages.ts";
import type { Payout } from "#shared/payouts/payout.ts";
import { consume } from "../platform/consume.ts";
import { retryOnConflict } from "../platform/dynamo.ts";
import { env } from "../platform/env.ts";
import { log } from "../platform/log.ts";
import { enqueue } from "../platform/queue.ts";
import { Undecided } from "../platform/undecided.ts";
import { findLine, writeLine } from "./batches/lineTable.ts";
import { isOpen } from "./batches/rules.ts";
import { followAccount } from "./connect/account.ts";
import { attemptTransfer, type Ended } from "./transfers/attemptTransfer.ts";
import { BETWEEN_REQUESTS_MS, keepPace } from "./transfers/pace.ts";
import { followReversals } from "./transfers/reversals.ts";

const work = consume(PayoutMessage, follow, { isTogether: true });

async function follow(message: PayoutMessage, now: Date): Promise<void> {
  if (message.kind === "account") return void (await followAccount(message.accountId));
  if (message.kind === "reversal") return followReversals(message.transferId, now);
  const { batchId, retryAfter } = message;
  const ended = await attemptTransfer(message.payoutId, now, { batchId, retryAfter });
  if (ended.outcome === "unclear")
    throw new Undecided(`Stripe has not answered about payout ${message.payoutId}`);
  if (ended.outcome === "failed") await tell(ended.payout, batchId, now);
  if (batchId !== null) await report(batchId, message.payoutId, ended, now);
  if (ended.outcome === "failed") await lookAtAccount(ended.payout);
}

/** Calls Stripe for payouts, several at a time, at a pace that Stripe allows. Retries unclear outcomes. */
export function handler(event: SQSEvent, context: Context): Promise<SQSBatchResponse> {
  keepPace(BETWEEN_REQUESTS_MS);
  return work(event, context);
}

/** A lasting refusal may mean that the account was closed or deleted without an event. */
async function lookAtAccount({ refusal, destination }: Payout): Promise<void> {
  if (refusal === "lasting" && destination !== null) await followAccount(destination);
}

async function report(batchId: string, payoutId: string, ended: Ended, now: Date): Promise<void> {
  if ("isReported" in ended && ended.isReported) return;
  const reason = ended.outcome === "skipped" ? ended.reason : (ended.payout?.reason ?? null);
  await retryOnConflict(async () => {
    const before = await findLine(batchId, payoutId);
    if (!before || !isOpen(before) || ended.outcome === "unclear") return;
    const after: BatchLine = { ...before, outcome: ended.outcome, reason };
    await writeLine(batchId, before, after, now);
  });
}

/** One mail per run, however many transfers fail. The run's report lists them. */
async function tell({ id, reason }: Payout, batchId: string | null, now: Date): Promise<void> {
  log.error("payout.refused", new Error(`The transfer of payout ${id} failed`), { payout: id });
  const mail = needsAttention(
    `payouts-refused:${batchId ?? `${id}:${now.toISOString()}`}`,
    "A payout failed",
    batchId === null
      ? `The transfer of payout ${id} failed. ${reason ?? ""} The payout is in the back office, at Payouts.`
      : `The transfer of payout ${id} and possibly others of the same run failed. ${reason ?? ""} The run's report in the back office, at Payouts, lists every failed payout and says which ones need you.`,
  );
  await enqueue(env("MAIL_QUEUE_URL"), [mail]);
}
