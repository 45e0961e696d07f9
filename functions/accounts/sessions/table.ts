import type { ToldChange } from "#shared/accounts/change.ts";
import { SESSION_LASTS, Session } from "#shared/accounts/session.ts";
import { type Instant, SECOND, toEpochSeconds } from "#shared/instant.ts";
import type { Customer } from "../../http/index.ts";
import {
  deleteItem,
  getItem,
  putItem,
  queryItems,
  retryOnConflict,
  updateItem,
  WriteConflict,
} from "../../platform/dynamo.ts";
import { sessionEnded } from "../../platform/visitor.ts";
import {
  accountRow,
  findUser,
  hasEnded,
  marksAfter,
  mayBeUnlisted,
  noneStarted,
  told,
  type User,
  validFrom,
} from "../../users/index.ts";

/**
 * Rows in Users. The account's own row lists the ended sessions, because every call reads that row. Each session also
 * has its own row: `pk` is the account, `sk` "session#<origin_jti>". It stays for three session lengths after the
 * sign-in, so that a sign-in after weeks of absence does not count as one from a new browser.
 */
const KEEP_FOR = 3 * SESSION_LASTS;
const PREFIX = "session#";
const table = () => accountRow("").table;
const sessionKey = (userId: string, id: string) => ({ pk: userId, sk: `${PREFIX}${id}` });

const row = (userId: string) => ({
  TableName: table(),
  Key: accountRow(userId).key,
  ConditionExpression: "attribute_exists(pk)",
});

/** @param what the change that our mail tells the owner about; null if the pool sends the mail */
export async function endSessionsBefore(
  userId: string,
  what: "password" | "signedOut" | null,
  now: Date,
): Promise<void> {
  const ended = "SET sessionsValidFrom = :from, keptSession = :none, startedSessions = :started";
  await updateItem({
    ...row(userId),
    UpdateExpression: what === null ? ended : `${ended}, lastChange = :told`,
    ExpressionAttributeValues: {
      ":from": validFrom(now),
      ":started": noneStarted(now),
      ":none": null,
      ...(what === null ? {} : { ":told": told(what, now) }),
    },
  });
}

/** @param change set if the code replaces an earlier code, so that we mail the owner about the change */
export async function keepRecoveryCode(userId: string, hash: string, change?: ToldChange): Promise<void> {
  await updateItem({
    ...row(userId),
    UpdateExpression: `SET recoveryCode = :hash${change ? ", lastChange = :told" : ""}`,
    ExpressionAttributeValues: { ":hash": hash, ...(change ? { ":told": change } : {}) },
  });
}

export async function noteSecondFactor(
  userId: string,
  what: "secondFactorOn" | "secondFactorOff" | "recovered",
  now: Date,
): Promise<void> {
  await updateItem({
    ...row(userId),
    UpdateExpression:
      "SET secondFactorSince = :since, sessionsValidFrom = :from, keptSession = :none, " +
      "startedSessions = :started, updatedAt = :now, lastChange = :told",
    ExpressionAttributeValues: {
      ":since": what === "secondFactorOn" ? now.toISOString() : null,
      ":from": validFrom(now),
      ":started": noneStarted(now),
      ":none": null,
      ":now": now.toISOString(),
      ":told": told(what, now),
    },
  });
}

/** Keeps most made-up ids out of the account's list of ended sessions. */
export async function mayHaveSession(
  { userId, startedSessions }: User,
  caller: string | null,
  id: string,
  now: Date,
): Promise<boolean> {
  if (id === caller || mayBeUnlisted(startedSessions, now)) return true;
  if (startedSessions?.sessions.some((session) => session.id === id)) return true;
  const item = await getItem({ TableName: table(), Key: sessionKey(userId, id) });
  return item !== undefined;
}

/**
 * Ends one session: the API refuses its access tokens, and it cannot be renewed. Overwrites no concurrent change.
 * @throws SESSION_ENDED if the caller's own session has ended, because this write could revive it as `keptSession`
 */
export async function endOneSession(caller: Customer, id: string, now: Date): Promise<void> {
  const { userId, sessionId, signedInAt } = caller;
  const signIn = { signedInAt: toEpochSeconds(signedInAt.toISOString()), sessionId };
  await retryOnConflict(async (isFirst) => {
    const user = isFirst ? caller.user : await findUser(userId);
    // An earlier attempt of this write may have succeeded.
    if (user?.endedSessions.some((session) => session.id === id)) return;
    if (!user || hasEnded(user, signIn)) throw sessionEnded();
    const after = marksAfter(user, id, sessionId, now);
    await updateItem({
      ...row(userId),
      UpdateExpression: `SET ${MARKS.map((mark) => `${mark} = :${mark}`).join(", ")}`,
      ConditionExpression: ["attribute_exists(pk)", ...MARKS.map(isAsRead)].join(" AND "),
      ExpressionAttributeValues: Object.fromEntries(
        MARKS.flatMap((mark) => [
          [`:${mark}`, after[mark]],
          [`:was_${mark}`, user[mark]],
        ]),
      ),
    });
  });
}

const MARKS = ["sessionsValidFrom", "keptSession", "endedSessions"] as const;
const isAsRead = (mark: string) => `(attribute_not_exists(${mark}) OR ${mark} = :was_${mark})`;

export async function keepSession(userId: string, session: Session): Promise<void> {
  await putItem({
    TableName: table(),
    Item: {
      ...sessionKey(userId, session.id),
      ...session,
      expiresAtEpoch: Math.ceil((Date.parse(session.lastUsedAt) + KEEP_FOR) / SECOND),
    },
  });
}

/** Ignores unknown sessions. @param at rounded down to the hour */
export async function noteUse(userId: string, id: string, at: Instant): Promise<void> {
  try {
    await updateItem({
      TableName: table(),
      Key: sessionKey(userId, id),
      UpdateExpression: "SET lastUsedAt = :at",
      ConditionExpression: "lastUsedAt < :at",
      ExpressionAttributeValues: { ":at": at },
    });
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
  }
}

export async function readSessions(userId: string): Promise<Session[]> {
  const { items } = await queryItems({
    TableName: table(),
    KeyConditionExpression: "pk = :user AND begins_with(sk, :prefix)",
    ExpressionAttributeValues: { ":user": userId, ":prefix": PREFIX },
    ConsistentRead: true,
  });
  return items.map((item) => Session.parse(item));
}

export const forgetSession = (userId: string, id: string): Promise<void> =>
  deleteItem({ TableName: table(), Key: sessionKey(userId, id) });

/** @param before keeps sessions that began at or after this instant; by default, deletes all sessions */
export async function deleteSessions(userId: string, before?: Instant): Promise<void> {
  for (const { id, signedInAt } of await readSessions(userId))
    if (before === undefined || signedInAt < before) await forgetSession(userId, id);
}
