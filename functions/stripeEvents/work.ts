import type { Mail } from "#shared/mail/mail.ts";
import type { PayoutMessage } from "#shared/payouts/messages.ts";
import { transact, type Write } from "../platform/dynamo.ts";
import { env } from "../platform/env.ts";
import { enqueue } from "../platform/queue.ts";
import type { Reading, Told } from "../platform/reading.ts";

/**
 * An event's work: rows in one transaction, then mails, then records. An ignored event has a reason instead. Repeating
 * the work is harmless: finished writes are skipped, and the mails' ids prevent duplicates.
 */
export type EventWork = Stored | Sent | { ignored: string };

/** Work that follows from a reading of Stripe. The reading is committed even if there is nothing to write. */
export type Stored = Sending & {
  reading: Reading;
  writes: (Told | Write)[];
  /** Written last. Their existence proves that the rest is done. */
  records?: (Told | Write)[];
};
type Sent = Sending & { reading?: never };
type Sending = {
  mails?: Mail[];
  /** The customer of an event that names none, so that the customer's timeline shows the event. */
  userId?: string;
  /** For the queue that limits how fast we call Stripe. */
  payouts?: PayoutMessage[];
};

/**
 * @param done the writes that mark the work as done. Without mails, they share a transaction with the work. With mails,
 * they come last, so that a retry sends mails that did not reach the queue
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
  // Commits before the mails, even without writes, so that no mail reports an outdated state.
  await reading.commit(writes);
  await enqueue(env("MAIL_QUEUE_URL"), mails);
  await reading.commit([...records, ...done]);
}

async function transactAny(writes: Write[]): Promise<void> {
  if (writes.length > 0) await transact(writes);
}
