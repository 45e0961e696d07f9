import { HOUR } from "#shared/instant.ts";
import { env } from "../../platform/env.ts";
import { log } from "../../platform/log.ts";
import { readQuota } from "../../platform/mail.ts";
import { enqueue } from "../../platform/queue.ts";
import { isExpired, leftOf, paceOf, RANKS, type WaitingMail } from "./rules.ts";
import { beginTurn, forgetWaiting, listExpired, listWaiting } from "./table.ts";

const SECONDS_OF_A_TURN = 60;
/** Rows per turn. Moving this many takes far less than the turn's minute. */
const MAX_A_TURN = 5_000;
const AT_ONCE = 10;
/** If the first waiting mail has waited this long, the log line `mail.late` triggers an alarm. */
const LATE_AFTER = HOUR;

/**
 * Queues waiting mail by rank, `paceOf` per second. Expired mails are queued too, but mail/deliver only marks them as
 * expired. Each mail enters the queue before its row is deleted. If the process dies in between, the next turn queues
 * the mail again, and the mail's id prevents a duplicate.
 */
export async function sendWaiting(now: Date): Promise<void> {
  const [first] = await listWaiting(1);
  if (first === undefined) return;
  const quota = await readQuota();
  if (!(await beginTurn(quota, now))) return;
  if (now.getTime() - Date.parse(first.waitsSince) >= LATE_AFTER)
    log.warn("mail.late", { mail: first.id, template: first.template, since: first.waitsSince });
  const expired = await Promise.all(RANKS.map((rank) => listExpired(rank, now)));
  await handOver(expired.flat(), Infinity);
  if (quota === undefined) return;
  const pace = paceOf(quota);
  const due = await listWaiting(Math.min(leftOf(quota), pace * SECONDS_OF_A_TURN, MAX_A_TURN));
  await handOver(
    due.filter((mail) => !isExpired(mail, now)),
    pace,
  );
}

async function handOver(mails: readonly WaitingMail[], perSecond: number): Promise<void> {
  for (let start = 0; start < mails.length; start += AT_ONCE) {
    const some = mails.slice(start, start + AT_ONCE);
    await enqueue(env("MAIL_QUEUE_URL"), some, (index) => Math.floor((start + index) / perSecond));
    await Promise.all(some.map(forgetWaiting));
  }
}
