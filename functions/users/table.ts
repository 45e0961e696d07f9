import * as z from "zod/mini";
import { Agreement } from "#shared/accounts/agreement.ts";
import { ToldChange } from "#shared/accounts/change.ts";
import { EmailCode } from "#shared/accounts/emailCode.ts";
import { MailStop } from "#shared/accounts/mailStop.ts";
import { EndedSession, StartedSessions } from "#shared/accounts/session.ts";
import { Instant } from "#shared/instant.ts";
import {
  deleteItem,
  getItem,
  getItems,
  type Item,
  putItem,
  updateItem,
  type Write,
  WriteConflict,
} from "../platform/dynamo.ts";
import { env } from "../platform/env.ts";
import { validFrom } from "./sessionRules.ts";

/** Users: one row per account, `pk` its Cognito `sub`, `sk` "account". */
const TABLE = () => env("TABLE_USERS");
const key = (userId: string) => ({ pk: userId, sk: "account" });

const PendingEmail = z.object({ email: z.string(), code: EmailCode });
export type PendingEmail = z.output<typeof PendingEmail>;

export const User = z.object({
  userId: z.string(),
  email: z.string(),
  normalisedEmail: z.string(),
  emailConfirmed: z.boolean(),
  suspended: z.boolean(),
  stripeCustomerId: z.nullable(z.string()),
  /** The account's latest Stripe customer that was deleted at Stripe. */
  lostStripeCustomer: z._default(z.nullable(z.string()), null),
  createdAt: Instant,
  updatedAt: z.optional(Instant),
  lastSignInAt: z.nullable(Instant),
  lastSignInAddress: z.nullable(z.string()),
  lastSignInCountry: z.nullable(z.string()),
  /** The latest mailed code, until the address is confirmed. */
  emailCode: z._default(z.nullable(EmailCode), null),
  /** Sign-ins before this second have ended (epoch seconds). See sessionRules.ts. */
  sessionsValidFrom: z._default(z.nullable(z.number()), null),
  /** The session (`origin_jti`) that was kept when all others ended. */
  keptSession: z._default(z.nullable(z.string()), null),
  /** Sessions that ended individually, until their refresh tokens expire (epoch seconds). */
  endedSessions: z._default(z.array(EndedSession), []),
  /** Sessions that customers/startSession admitted; null: none yet, so each one is accepted. */
  startedSessions: z._default(z.nullable(StartedSessions), null),
  name: z._default(z.nullable(z.string()), null),
  /** The address that replaces the current one once its code is confirmed. */
  pendingEmail: z._default(z.nullable(PendingEmail), null),
  /** When the second factor was turned on; null while it is off. */
  secondFactorSince: z._default(z.nullable(Instant), null),
  /** The hash of the code that removes a lost authenticator. Each new authenticator gets a new code. */
  recoveryCode: z._default(z.nullable(z.string()), null),
  /** The mailed code that recovery requires in addition. */
  recoveryMail: z._default(z.nullable(EmailCode), null),
  /** When the password was reset by mail; null once the owner has reviewed the computers. */
  resetAt: z._default(z.nullable(Instant), null),
  /** When the owner proved the address; null once the data that others had added to the account is removed. */
  reclaimingSince: z._default(z.nullable(Instant), null),
  /** The change that customers/announceChanges mails to the owner. */
  lastChange: z._default(z.nullable(ToldChange), null),
  /** What the customer accepted at sign-up. Null for older accounts and for sign-ups without a version. */
  agreement: z._default(z.nullable(Agreement), null),
  /** Set after a bounce or a complaint. mail/deliver then sends less mail (mail/stoppingRules.ts). */
  mailStop: z._default(z.nullable(MailStop), null),
  /** When the deletion started: from then on every call is refused. */
  deletedAt: z._default(z.nullable(Instant), null),
  incidentMail: z._default(z.boolean(), true),
  suspendedFor: z._default(z.nullable(z.string()), null),
});
export type User = z.output<typeof User>;

export const toUser = (item: Item): User => User.parse(item);
export const accountRow = (userId: string) => ({ table: TABLE(), key: key(userId) });

export async function findUser(userId: string): Promise<User | undefined> {
  const item = await getItem({ TableName: TABLE(), Key: key(userId) });
  return item && toUser(item);
}

/** The existing accounts among these, in the given order. */
export async function findUsers(userIds: readonly string[]): Promise<User[]> {
  const table = TABLE();
  const found = new Map<string, User>();
  for (let start = 0; start < userIds.length; start += 100) {
    const { [table]: items = [] } = await getItems({ [table]: userIds.slice(start, start + 100).map(key) });
    for (const user of items.map(toUser)) found.set(user.userId, user);
  }
  return userIds.flatMap((userId) => found.get(userId) ?? []);
}

/** Keeps an existing row. */
export async function createUser(user: User): Promise<void> {
  try {
    await putItem({
      TableName: TABLE(),
      Item: { ...key(user.userId), ...user },
      ConditionExpression: "attribute_not_exists(pk)",
    });
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
  }
}

/**
 * @param started the started sessions as read, and the same with this session added
 * @throws WriteConflict if another session has started since
 */
export async function recordSignIn(
  userId: string,
  signIn: { at: Instant; address: string | null; country: string | null },
  started: { before: StartedSessions | null; after: StartedSessions | null },
): Promise<User> {
  const item = await updateItem({
    TableName: TABLE(),
    Key: key(userId),
    UpdateExpression:
      "SET lastSignInAt = :at, lastSignInAddress = :address, lastSignInCountry = :country, updatedAt = :at, " +
      "startedSessions = :after",
    ConditionExpression:
      started.before === null
        ? "attribute_exists(pk) AND (attribute_not_exists(startedSessions) OR startedSessions = :before)"
        : "startedSessions = :before",
    ExpressionAttributeValues: {
      ":at": signIn.at,
      ":address": signIn.address,
      ":country": signIn.country,
      ":before": started.before,
      ":after": started.after,
    },
    ReturnValues: "ALL_NEW",
  });
  return toUser(item ?? {});
}

export async function addressesOf(userIds: readonly string[]): Promise<Map<string, string>> {
  return new Map((await findUsers(userIds)).map(({ userId, email }) => [userId, email]));
}

/**
 * For a transaction. A suspended account can reach only billing and personal data. Suspending ends every session, but
 * the customer may sign in again.
 * @param reason shown to the owner; may be empty
 */
export function setSuspended(userId: string, suspended: boolean, reason: string, now: Date): Write {
  return {
    Update: {
      TableName: TABLE(),
      Key: key(userId),
      UpdateExpression: suspended
        ? "SET suspended = :suspended, suspendedFor = :reason, updatedAt = :now, lastChange = :told, sessionsValidFrom = :from, keptSession = :none"
        : "SET suspended = :suspended, suspendedFor = :reason, updatedAt = :now, lastChange = :told",
      ConditionExpression: "suspended <> :suspended",
      ExpressionAttributeValues: {
        ":suspended": suspended,
        ":reason": suspended && reason !== "" ? reason : null,
        ":now": now.toISOString(),
        ":told": told(suspended ? "suspended" : "unsuspended", now),
        ...(suspended ? { ":from": validFrom(now), ":none": null } : {}),
      },
    },
  };
}

export async function markDeleted(userId: string, at: Instant): Promise<User | undefined> {
  try {
    const item = await updateItem({
      TableName: TABLE(),
      Key: key(userId),
      UpdateExpression: "SET deletedAt = :at",
      ConditionExpression: "attribute_exists(pk)",
      ExpressionAttributeValues: { ":at": at },
      ReturnValues: "ALL_NEW",
    });
    return toUser(item ?? {});
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
    return undefined;
  }
}

export const removeUser = (userId: string): Promise<void> =>
  deleteItem({ TableName: TABLE(), Key: key(userId) });

/** For `lastChange`: customers/announceChanges then mails the owner. */
export const told = (what: ToldChange["what"], now: Date): ToldChange => ({ what, at: now.toISOString() });

export async function setName(userId: string, name: string | null, now: Date): Promise<void> {
  await updateItem({
    TableName: TABLE(),
    Key: key(userId),
    UpdateExpression: "SET #name = :name, updatedAt = :now, lastChange = :told",
    ConditionExpression: "attribute_exists(pk)",
    ExpressionAttributeNames: { "#name": "name" },
    ExpressionAttributeValues: {
      ":name": name,
      ":now": now.toISOString(),
      ":told": told("name", now),
    },
  });
}

export async function setIncidentMail(userId: string, incidentMail: boolean, now: Date): Promise<void> {
  await updateItem({
    TableName: TABLE(),
    Key: key(userId),
    UpdateExpression: "SET incidentMail = :on, updatedAt = :now",
    ConditionExpression: "attribute_exists(pk)",
    ExpressionAttributeValues: { ":on": incidentMail, ":now": now.toISOString() },
  });
}
