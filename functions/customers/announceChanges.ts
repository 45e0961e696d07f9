import type { License } from "#shared/licenses/license.ts";
import {
  begunMail,
  findLatestLicense,
  firstNotice,
  listLicenses,
  moveMail,
  remindAt,
  replacementMail,
  toLicense,
} from "../licenses/index.ts";
import { env } from "../platform/env.ts";
import { enqueue } from "../platform/queue.ts";
import { follow, type RowChange } from "../platform/stream.ts";
import { findUser, toUser } from "../users/index.ts";
import { followedBy, isWelcome, noticeOf, welcomeMail } from "./noticeRules.ts";

/** Follows Users and Seats, so a call that fails after its write loses no mail. */
export const handler = follow(async (changes, now) => {
  const accounts = changes.flatMap(({ before, after }) =>
    before?.sk === "account" && after ? [{ before: toUser(before), after: toUser(after) }] : [],
  );
  const mails = [
    ...accounts.map(({ before, after }) => noticeOf(before, after)),
    ...changes.map(replacementOf),
    ...changes.map(moveOf),
    ...(await Promise.all(changes.flatMap(trialOf).map(announceTrial))),
    ...(await Promise.all(changes.flatMap(newcomerOf).map((userId) => welcome(userId, now)))),
  ].filter((mail) => mail !== undefined);
  await enqueue(env("MAIL_QUEUE_URL"), mails);
  await enqueue(
    env("CHANGES_QUEUE_URL"),
    accounts.flatMap(({ before, after }) => followedBy(before, after)),
  );
});

/** Users who may now have both a free key and a confirmed address; `welcome` checks this. */
function newcomerOf({ before, after }: RowChange): string[] {
  if (after?.sk === "account")
    return before && after.emailConfirmed && !before.emailConfirmed ? [toUser(after).userId] : [];
  const license = before === undefined && after?.sk === "license" ? toLicense(after) : undefined;
  return license?.source === "free" ? [license.userId] : [];
}

/** Requires a confirmed address, because the owner of an unconfirmed address may not know about the account. */
async function welcome(userId: string, now: Date) {
  const user = await findUser(userId);
  // A suspended account's key does not work, and an impostor's key is about to be removed.
  if (!user?.emailConfirmed || user.suspended || user.reclaimingSince !== null) return undefined;
  const { licenses } = await listLicenses(userId, undefined);
  const newest = licenses.find((license) => isWelcome(license, now));
  return newest && welcomeMail(newest);
}

/** A replaced key's successor is a new row. */
const replacementOf = ({ before, after }: RowChange) =>
  before === undefined && after?.sk === "license" ? replacementMail(toLicense(after)) : undefined;

/** Skips a replaced key, because its row no longer has a device. */
const moveOf = ({ before, after }: RowChange) =>
  before?.sk === "license" && after?.device ? moveMail(toLicense(before), toLicense(after)) : undefined;

/** The trial of a free key begins with its first computer. */
function trialOf({ before, after }: RowChange): { before: License; after: License }[] {
  if (before?.sk !== "license" || !after?.device || !after.trial) return [];
  const [was, is] = [toLicense(before), toLicense(after)];
  return was.trial?.endsAt || !is.trial?.endsAt ? [] : [{ before: was, after: is }];
}

/** Schedules the first reminder. Mails nothing if a purchase has ended the trial or the key no longer works. */
async function announceTrial({ before, after }: { before: License; after: License }) {
  const { id, userId, licenseKey, trial } = after;
  if (!trial?.endsAt) return undefined;
  await remindAt({ seatId: id, userId, dueAt: firstNotice(trial.endsAt, trial.days) });
  return begunMail(before, after, await findLatestLicense(licenseKey), new Date());
}
