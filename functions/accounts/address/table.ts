import type { ToldChange } from "#shared/accounts/change.ts";
import { normaliseEmail } from "#shared/accounts/email.ts";
import { type EmailCode, MAX_CODE_TRIES } from "#shared/accounts/emailCode.ts";
import type { MailStop } from "#shared/accounts/mailStop.ts";
import type { Instant } from "#shared/instant.ts";
import { updateItem, type Write, WriteConflict } from "../../platform/dynamo.ts";
import {
  accountRow,
  findUser,
  noneStarted,
  type PendingEmail,
  told,
  toUser,
  type User,
  validFrom,
} from "../../users/index.ts";

const row = (userId: string) => {
  const { table, key } = accountRow(userId);
  return { TableName: table, Key: key };
};

type CodePath = "emailCode" | "recoveryMail" | "pendingEmail.code";

/** @throws WriteConflict if another code came first */
export async function keepCode(
  userId: string,
  attribute: "emailCode" | "recoveryMail" | "pendingEmail",
  after: EmailCode | PendingEmail,
  before: EmailCode | null,
): Promise<void> {
  const code = attribute === "pendingEmail" ? `${attribute}.code` : attribute;
  const asBefore =
    before === null
      ? {
          ConditionExpression: `attribute_exists(pk) AND (attribute_not_exists(${attribute}) OR ${attribute} = :before)`,
        }
      : { ConditionExpression: `${code}.#hash = :before`, ExpressionAttributeNames: { "#hash": "hash" } };
  await updateItem({
    ...row(userId),
    UpdateExpression: `SET ${attribute} = :after`,
    ...asBefore,
    ExpressionAttributeValues: { ":after": after, ":before": before === null ? null : before.hash },
  });
}

/**
 * Uses up one attempt before the code is compared, so that concurrent guesses never exceed the limit.
 * @returns the updated row; undefined if the code is missing, has expired or has no attempts left
 */
export async function takeTry(userId: string, code: CodePath, now: Date): Promise<User | undefined> {
  try {
    const item = await updateItem({
      ...row(userId),
      UpdateExpression: `SET ${code}.tries = ${code}.tries + :one`,
      ConditionExpression: `${code}.tries < :most AND ${code}.expiresAt > :now`,
      ExpressionAttributeValues: { ":one": 1, ":most": MAX_CODE_TRIES, ":now": now.toISOString() },
      ReturnValues: "ALL_NEW",
    });
    return toUser(item ?? {});
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
    return undefined;
  }
}

/** Confirms the address if it has not changed. Ends every session except `kept`. */
export async function confirmAddress(
  userId: string,
  email: string,
  now: Date,
  kept: string | null,
): Promise<void> {
  try {
    await updateItem({
      ...row(userId),
      UpdateExpression:
        "SET emailConfirmed = :yes, emailCode = :none, mailStop = :none, updatedAt = :now, sessionsValidFrom = :from, keptSession = :kept",
      ConditionExpression: "email = :email",
      ExpressionAttributeValues: {
        ":yes": true,
        ":none": null,
        ":now": now.toISOString(),
        ":email": email,
        ":from": validFrom(now),
        ":kept": kept,
      },
    });
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
  }
}

const PROVEN = [
  "email = :email",
  "normalisedEmail = :normalized",
  "emailConfirmed = :yes",
  "emailCode = :none",
  // Mail resumes, because a code reached the address or the operator vouches for it.
  "mailStop = :none",
  "pendingEmail = :none",
  "sessionsValidFrom = :from",
  "keptSession = :none",
  "startedSessions = :started",
  "updatedAt = :now",
  "lastChange = :told",
];
const proven = (email: string, what: ToldChange["what"], now: Date) => ({
  ":email": email,
  ":normalized": normaliseEmail(email),
  ":yes": true,
  ":none": null,
  ":from": validFrom(now),
  ":started": noneStarted(now),
  ":now": now.toISOString(),
  ":told": told(what, now),
});

/** Replaces the address with the pending one. @throws WriteConflict if the pending address has changed */
export async function moveToEmail(userId: string, email: string, now: Date): Promise<void> {
  await updateItem({
    ...row(userId),
    UpdateExpression: `SET ${PROVEN.join(", ")}`,
    ConditionExpression: "pendingEmail.email = :email",
    ExpressionAttributeValues: proven(email, "email", now),
  });
}

/** Stores an address that the operator entered. @throws WriteConflict if the customer's own change came first */
export async function assignEmail({ userId, email: before }: User, email: string, now: Date): Promise<void> {
  await updateItem({
    ...row(userId),
    UpdateExpression: `SET ${PROVEN.join(", ")}`,
    ConditionExpression: "email = :before",
    ExpressionAttributeValues: { ...proven(email, "email", now), ":before": before },
  });
}

/**
 * Records that the password was reset with a code that the pool mailed to the address.
 * @param reclaims whether an impostor may have used the account; the update then also clears the name and the second
 * factor
 */
export async function recordReset(
  userId: string,
  email: string,
  reclaims: boolean,
  now: Date,
): Promise<void> {
  const reclaimed = ["#name = :none", "secondFactorSince = :none", "reclaimingSince = :now"];
  await updateItem({
    ...row(userId),
    UpdateExpression: `SET ${[...PROVEN, "resetAt = :now", ...(reclaims ? reclaimed : [])].join(", ")}`,
    ConditionExpression: "attribute_exists(pk)",
    ...(reclaims ? { ExpressionAttributeNames: { "#name": "name" } } : {}),
    ExpressionAttributeValues: proven(email, reclaims ? "reclaimed" : "password", now),
  });
}

/** Records that the owner has reviewed the computers after a reset. */
export async function answerReset(userId: string, now: Date): Promise<void> {
  await updateItem({
    ...row(userId),
    UpdateExpression: "SET resetAt = :none, updatedAt = :now",
    ConditionExpression: "attribute_exists(pk)",
    ExpressionAttributeValues: { ":none": null, ":now": now.toISOString() },
  });
}

/**
 * Records that mail to an address bounced or drew a complaint, if the account still has the address. A later report
 * replaces an earlier one, but a complaint never replaces a bounce.
 * @param address compared in lower case, because SES may change the case
 * @returns whether the account has that address and is not being deleted
 */
export async function stopMail(userId: string, address: string, stop: MailStop): Promise<boolean> {
  const user = await findUser(userId);
  if (user === undefined || user.deletedAt !== null) return false;
  if (user.email.toLowerCase() !== address.toLowerCase()) return false;
  const complained = stop.why === "complained";
  try {
    await updateItem({
      ...row(userId),
      UpdateExpression: "SET mailStop = :stop",
      ConditionExpression: `email = :email${complained ? " AND (attribute_not_exists(mailStop) OR mailStop = :none OR mailStop.why = :why)" : ""}`,
      ExpressionAttributeValues: {
        ":stop": stop,
        ":email": user.email,
        ...(complained ? { ":none": null, ":why": stop.why } : {}),
      },
    });
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
  }
  return true;
}

export function resumeMailTo(userId: string, before: MailStop, now: Date): Write {
  return {
    Update: {
      ...row(userId),
      UpdateExpression: "SET mailStop = :none, updatedAt = :now",
      ConditionExpression: "mailStop = :before",
      ExpressionAttributeValues: { ":none": null, ":now": now.toISOString(), ":before": before },
    },
  };
}

/** Ends a reclaim, unless a later reset has started another. */
export async function endReclaim(userId: string, since: Instant): Promise<void> {
  try {
    await updateItem({
      ...row(userId),
      UpdateExpression: "SET reclaimingSince = :none",
      ConditionExpression: "reclaimingSince = :since",
      ExpressionAttributeValues: { ":none": null, ":since": since },
    });
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
  }
}
