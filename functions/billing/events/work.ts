import type { Mail } from "#shared/mail/mail.ts";
import type { PayoutMessage } from "#shared/payouts/messages.ts";
import { transact, type Write } from "../../platform/dynamo.ts";
import { env } from "../../platform/env.ts";
import { enqueue } from "../../platform/queue.ts";

/**
 * What an event leads to: rows written in one transaction, then mails, then the records that say all of it
 * happened; or the reason why it is not ours. Done again it says the same: writes that happened are no writes
 * any more, and a mail's id is natural.
 */
export type EventWork =
  | {
      writes: Write[];
      mails?: Mail[] /** Written last: whoever finds them need do nothing. */;
      /** What has to be done about payouts, by the queue that keeps Stripe's pace. */
      payouts?: PayoutMessage[];
      records?: Write[];
    }
  | { ignored: string };

/**
 * @param done what marks the work as done: part of the one transaction where nothing is to be mailed, and after
 * the mails otherwise, so that a mail that did not reach its queue is sent by the next try
 */
export async function carryOut(work: EventWork, done: Write[]): Promise<void> {
  const { writes, mails = [], payouts = [], records = [] } = "writes" in work ? work : { writes: [] };
  if (payouts.length > 0) await enqueue(env("PAYOUTS_QUEUE_URL"), payouts);
  if (mails.length === 0) return transactAny([...writes, ...records, ...done]);
  await transactAny(writes);
  await enqueue(env("MAIL_QUEUE_URL"), mails);
  await transactAny([...records, ...done]);
}

async function transactAny(writes: Write[]): Promise<void> {
  if (writes.length > 0) await transact(writes);
}
