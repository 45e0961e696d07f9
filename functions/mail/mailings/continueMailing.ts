import { RESULT } from "#shared/audit/entry.ts";
import type { MailingTurn } from "#shared/mail/mailing.ts";
import { auditEntry } from "../../audit/index.ts";
import { transact, WriteConflict } from "../../platform/dynamo.ts";
import { env } from "../../platform/env.ts";
import { log } from "../../platform/log.ts";
import { readQuota } from "../../platform/mail.ts";
import { enqueue } from "../../platform/queue.ts";
import { incidentToken } from "../invitations/table.ts";
import { isSpare, paceOf } from "../waiting/rules.ts";
import { pageOfRecipients } from "./recipients.ts";
import { incidentMail, type OngoingMailing } from "./rules.ts";
import { findMailing, isResolved, keepProgress, progressWrite } from "./table.ts";

/** Seconds: SQS's longest delay. */
const LATER = 900;

/**
 * Queues one page of a mailing's mails, `paceOf` per second, and then the next turn. A turn queues its mails before it
 * stores its progress, so a failed turn repeats its page. The mails' ids prevent duplicates. If two turns process the
 * same page, only one continues. A turn waits while the quota is needed for other mail. A mailing about an earlier
 * state ends once the incident is resolved.
 */
export async function continueMailing({ mailing: id }: MailingTurn, now: Date): Promise<void> {
  const mailing = await findMailing(id);
  // The incident was never stored, or the mailing is finished.
  if (mailing === undefined || mailing.finishedAt !== null) return;
  const { incident } = mailing;
  if (incident.state !== "resolved" && (await isResolved(incident.id)))
    return finish(mailing, mailing.recipients, now);
  const queue = env("MAIL_QUEUE_URL");
  const turn: MailingTurn = { mailing: id };
  const quota = await readQuota();
  if (quota === undefined || !isSpare(quota)) return await enqueue(queue, [turn], () => LATER);
  const pace = paceOf(quota);
  const { userIds, next } = await pageOfRecipients(mailing.audience, mailing.place ?? undefined, mailing.at);
  const mails = await Promise.all(
    userIds.map(async (userId) => incidentMail(mailing, userId, await incidentToken(userId))),
  );
  await enqueue(queue, mails, (index) => Math.floor(index / pace));
  const recipients = mailing.recipients + userIds.length;
  if (next === null) return finish(mailing, recipients, now);
  if (await isFirst(keepProgress(mailing, { place: next, recipients, finishedAt: null })))
    await enqueue(queue, [turn], () => Math.ceil(mails.length / pace));
}

/** False if another turn or an operator's stop was written first. */
async function isFirst(write: Promise<void>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
    return false;
  }
}

async function finish(mailing: OngoingMailing, recipients: number, now: Date): Promise<void> {
  const { operator, action, incident, audience, place } = mailing;
  const finishedAt = now.toISOString();
  const writes = [
    progressWrite(mailing, { place, recipients, finishedAt }),
    auditEntry({
      operator,
      action,
      subject: `incident#${incident.id}`,
      before: null,
      after: { title: incident.title, mail: audience, mailed: recipients },
      at: finishedAt,
      note: RESULT,
    }),
  ];
  if (await isFirst(transact(writes))) log.info("mailing.finished", { mailing: mailing.id, recipients });
}
