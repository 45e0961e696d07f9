import type { ToldChange } from "#shared/accounts/change.ts";
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

/** On the account's row in Users: its address, the codes that prove it, and the address that waits for its code. */
const row = (userId: string) => {
  const { table, key } = accountRow(userId);
  return { TableName: table, Key: key };
};

type Address = { email: string; normalisedEmail: string };
/** Where a code is kept: of the address itself, for a lost authenticator, or of the address that waits. */
type CodePath = "emailCode" | "recoveryMail" | "pendingEmail.code";

/** Keeps a new code, or its address, unless another one came in between. @throws WriteConflict */
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
 * Takes one of a code's tries before the code is compared: of any number of guesses at once, only the allowed ones are
 * ever compared.
 * @returns the row afterwards; undefined if there is no code to try
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

/** The session that asked has proven the address, if it still is the account's. Every other session ends. */
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

/** The account has a proven address, no code waits, and every session has ended. */
const PROVEN = [
  "email = :email",
  "normalisedEmail = :normalized",
  "emailConfirmed = :yes",
  "emailCode = :none",
  // The owner returned a code: mail arrives.
  "mailStop = :none",
  "pendingEmail = :none",
  "sessionsValidFrom = :from",
  "keptSession = :none",
  "startedSessions = :started",
  "updatedAt = :now",
  "lastChange = :told",
];
const proven = ({ email, normalisedEmail }: Address, what: ToldChange["what"], now: Date) => ({
  ":email": email,
  ":normalized": normalisedEmail,
  ":yes": true,
  ":none": null,
  ":from": validFrom(now),
  ":started": noneStarted(now),
  ":now": now.toISOString(),
  ":told": told(what, now),
});

/** The account moves to the address whose code was confirmed. @throws WriteConflict if another address waits by now */
export async function moveToEmail(userId: string, address: Address, now: Date): Promise<void> {
  await updateItem({
    ...row(userId),
    UpdateExpression: `SET ${PROVEN.join(", ")}`,
    ConditionExpression: "pendingEmail.email = :email",
    ExpressionAttributeValues: proven(address, "email", now),
  });
}

/**
 * The operator moved the account, and vouches for the address. @throws WriteConflict if the customer's own change was faster
 */
export async function assignEmail(
  { userId, email: before }: User,
  address: Address,
  now: Date,
): Promise<void> {
  await updateItem({
    ...row(userId),
    UpdateExpression: `SET ${PROVEN.join(", ")}`,
    ConditionExpression: "email = :before",
    ExpressionAttributeValues: { ...proven(address, "email", now), ":before": before },
  });
}

/**
 * The password was reset by a code that the pool mailed to the address.
 * @param reclaims whether another person may have held the account: their name is removed immediately, the rest follows
 */
export async function recordReset(
  userId: string,
  address: Address,
  reclaims: boolean,
  now: Date,
): Promise<void> {
  const reclaimed = ["#name = :none", "secondFactorSince = :none", "reclaimingSince = :now"];
  await updateItem({
    ...row(userId),
    UpdateExpression: `SET ${[...PROVEN, "resetAt = :now", ...(reclaims ? reclaimed : [])].join(", ")}`,
    ConditionExpression: "attribute_exists(pk)",
    ...(reclaims ? { ExpressionAttributeNames: { "#name": "name" } } : {}),
    ExpressionAttributeValues: proven(address, reclaims ? "reclaimed" : "password", now),
  });
}

/** The owner has said whose the computers are. */
export async function answerReset(userId: string, now: Date): Promise<void> {
  await updateItem({
    ...row(userId),
    UpdateExpression: "SET resetAt = :none, updatedAt = :now",
    ConditionExpression: "attribute_exists(pk)",
    ExpressionAttributeValues: { ":none": null, ":now": now.toISOString() },
  });
}

/**
 * Mail to the account's address is stopped, unless the account has another one by now. A later report replaces an
 * earlier one, but a complaint never replaces a bounce.
 * @param address compared without regard to case: SES may fold it
 * @returns whether the account has that address, and is not being deleted
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

/** For a transaction: mail is sent again. */
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

/** What others planted is gone, unless the address was proven once more since. */
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
