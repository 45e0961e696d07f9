import type { MailingTurn } from "#shared/mail/mailing.ts";
import { auditEntry, RESULT } from "../../audit/table.ts";
import { transact, WriteConflict } from "../../platform/dynamo.ts";
import { env } from "../../platform/env.ts";
import { log } from "../../platform/log.ts";
import { enqueue } from "../../platform/queue.ts";
import { incidentMail, MAILS_A_SECOND, type OngoingMailing } from "../rules/mailings.ts";
import { findMailing, keepProgress, progressWrite } from "../tables/mailings.ts";
import { pageOfRecipients } from "./recipients.ts";

/**
 * Puts one page of a mailing's mails into the queue, spread over the seconds that SES needs for them, and the next turn
 * after them. The mails come before the place is kept: a turn that dies repeats its page, whose mails are sent once by
 * their ids. Of two that work on the same page, one continues.
 */
export async function continueMailing({ mailing: id }: MailingTurn, now: Date): Promise<void> {
  const mailing = await findMailing(id);
  // The incident was not written, or the mailing is over.
  if (mailing === undefined || mailing.finishedAt !== null) return;
  const { userIds, next } = await pageOfRecipients(mailing.audience, mailing.place ?? undefined);
  const queue = env("MAIL_QUEUE_URL");
  const mails = userIds.map((userId) => incidentMail(mailing, userId));
  await enqueue(queue, mails, (index) => Math.floor(index / MAILS_A_SECOND));
  const recipients = mailing.recipients + userIds.length;
  try {
    if (next === null) return await finish(mailing, recipients, now);
    await keepProgress(mailing, { place: next, recipients, finishedAt: null });
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
    return;
  }
  const turn: MailingTurn = { mailing: id };
  await enqueue(queue, [turn], () => Math.ceil(mails.length / MAILS_A_SECOND));
}

async function finish(mailing: OngoingMailing, recipients: number, now: Date): Promise<void> {
  const { operator, action, incident, audience, place } = mailing;
  const finishedAt = now.toISOString();
  await transact([
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
  ]);
  log.info("mailing.finished", { mailing: mailing.id, recipients });
}
