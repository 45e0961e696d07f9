import { findFreeGrant } from "../../grants/index.ts";
import { env } from "../../platform/env.ts";
import { enqueue } from "../../platform/queue.ts";
import { findLicense } from "../table.ts";
import { noticeOf } from "./noticeRules.ts";
import { listDueReminders, remindAt, removeReminder, type TrialReminder } from "./reminderTable.ts";

/**
 * If a run fails after it queued a mail, the next run queues the mail again, and the mail's id prevents a duplicate.
 * @param hasTime if false, the run ends, and the next run continues
 */
export async function remindTrials(
  now: Date,
  hasTime: () => boolean,
): Promise<{ told: number; isLeft: boolean }> {
  let told = 0;
  let due: TrialReminder[];
  do {
    due = await listDueReminders(now);
    for (const reminder of due) told += await remind(reminder, now);
  } while (due.length > 0 && hasTime());
  return { told, isLeft: due.length > 0 };
}

async function remind({ seatId, userId }: TrialReminder, now: Date): Promise<number> {
  const grant = await findFreeGrant(userId);
  const license = grant && (await findLicense(grant.licenseKey));
  const { mail, nextAt } = noticeOf(license?.id === seatId ? license : undefined, now);
  if (mail) await enqueue(env("MAIL_QUEUE_URL"), [mail]);
  if (nextAt === null) await removeReminder(seatId);
  else await remindAt({ seatId, userId, dueAt: nextAt });
  return mail ? 1 : 0;
}
