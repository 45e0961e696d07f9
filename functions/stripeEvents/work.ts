import type { Mail } from "#shared/mail/mail.ts";
import type { PayoutMessage } from "#shared/payouts/messages.ts";
import { transact, type Write } from "../platform/dynamo.ts";
import { env } from "../platform/env.ts";
import { enqueue } from "../platform/queue.ts";
import type { Reading, Told } from "../platform/reading.ts";

/**
 * What an event leads to: rows written in one transaction, then mails, then the records that say all of it happened;
 * or the reason why it is not ours. Repeating it gives the same result: it skips writes that have happened, and a
 * mail's id is natural.
 */
export type EventWork = Stored | Sent | { ignored: string };

/** What Stripe says changes our rows, or leaves them as they are: both end the reading with a commit. */
export type Stored = Sending & {
  reading: Reading;
  writes: (Told | Write)[];
  /** Written last: their existence proves that the rest is done. */
  records?: (Told | Write)[];
};
/** No row of ours repeats what Stripe says. */
type Sent = Sending & { reading?: never };
type Sending = {
  mails?: Mail[];
  /** What has to be done about payouts, by the queue that keeps Stripe's pace. */
  payouts?: PayoutMessage[];
};

/**
 * @param done what marks the work as done: part of the one transaction where nothing is to be mailed, and after
 * the mails otherwise, so that a mail that did not reach its queue is sent by the next try
 */
export async function carryOut(work: EventWork, done: Write[]): Promise<void> {
  if ("ignored" in work) return transactAny(done);
  const { mails = [], payouts = [] } = work;
  if (payouts.length > 0) await enqueue(env("PAYOUTS_QUEUE_URL"), payouts);
  if (work.reading === undefined) {
    if (mails.length > 0) await enqueue(env("MAIL_QUEUE_URL"), mails);
    return transactAny(done);
  }
  const { reading, writes, records = [] } = work;
  if (mails.length === 0) return reading.commit([...writes, ...records, ...done]);
  // Before the mails, also where there is nothing to write: no mail tells of an answer that was outdated.
  await reading.commit(writes);
  await enqueue(env("MAIL_QUEUE_URL"), mails);
  await reading.commit([...records, ...done]);
}

async function transactAny(writes: Write[]): Promise<void> {
  if (writes.length > 0) await transact(writes);
}
