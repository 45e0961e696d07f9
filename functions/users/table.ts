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

/** Users: one row an account, `pk` its Cognito `sub`, `sk` "account". */
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
  /** The last of its customers that was deleted at Stripe. */
  lostStripeCustomer: z._default(z.nullable(z.string()), null),
  createdAt: Instant,
  updatedAt: z.optional(Instant),
  lastSignInAt: z.nullable(Instant),
  lastSignInAddress: z.nullable(z.string()),
  lastSignInCountry: z.nullable(z.string()),
  /** The code that was mailed last, while the address is unproven. */
  emailCode: z._default(z.nullable(EmailCode), null),
  /** Sign-ins before this second have ended (epoch seconds); null: none has. See sessionRules.ts. */
  sessionsValidFrom: z._default(z.nullable(z.number()), null),
  /** The one session that outlived the last end of all of them, by `origin_jti`. */
  keptSession: z._default(z.nullable(z.string()), null),
  /** Sessions that were ended one by one, until their refresh token has expired (epoch seconds). */
  endedSessions: z._default(z.array(EndedSession), []),
  /** The sessions that customers/startSession let in; null: none yet, and each is accepted. */
  startedSessions: z._default(z.nullable(StartedSessions), null),
  name: z._default(z.nullable(z.string()), null),
  /** The address that the account moves to once its code comes back. */
  pendingEmail: z._default(z.nullable(PendingEmail), null),
  /** Since when the pool asks for an authenticator's code at each sign-in. */
  secondFactorSince: z._default(z.nullable(Instant), null),
  /** What removes a lost authenticator, as a hash. Each authenticator that is begun has another one. */
  recoveryCode: z._default(z.nullable(z.string()), null),
  /** The code that was mailed with it. */
  recoveryMail: z._default(z.nullable(EmailCode), null),
  /** When the password was reset by mail, until the owner has said whose the computers are. */
  resetAt: z._default(z.nullable(Instant), null),
  /** The owner proved the address at this instant; what others planted before it is being removed. */
  reclaimingSince: z._default(z.nullable(Instant), null),
  /** What the owner was last told of by mail (customers/announceChanges). */
  lastChange: z._default(z.nullable(ToldChange), null),
  /** What was accepted at sign-up; null: the account is older than the record, or its sign-up named no version. */
  agreement: z._default(z.nullable(Agreement), null),
  /** Mail to the address bounced or was complained of: mail/deliver withholds what is not necessary. */
  mailStop: z._default(z.nullable(MailStop), null),
  /** Since when the account is being deleted: it is refused everything from then on. */
  deletedAt: z._default(z.nullable(Instant), null),
  /** Whether the owner gets mail about incidents. */
  incidentMail: z._default(z.boolean(), true),
  /** What the operator told the owner of the suspension. */
  suspendedFor: z._default(z.nullable(z.string()), null),
});
export type User = z.output<typeof User>;

export const toUser = (item: Item): User => User.parse(item);
/** The key of a user's row, for reading it together with another. */
export const accountRow = (userId: string) => ({ table: TABLE(), key: key(userId) });

export async function findUser(userId: string): Promise<User | undefined> {
  const item = await getItem({ TableName: TABLE(), Key: key(userId) });
  return item && toUser(item);
}

/** These accounts, of those that exist, in their order. */
export async function findUsers(userIds: readonly string[]): Promise<User[]> {
  const table = TABLE();
  const found = new Map<string, User>();
  for (let start = 0; start < userIds.length; start += 100) {
    const { [table]: items = [] } = await getItems({ [table]: userIds.slice(start, start + 100).map(key) });
    for (const user of items.map(toUser)) found.set(user.userId, user);
  }
  return userIds.flatMap((userId) => found.get(userId) ?? []);
}

/** Writes a new account's row; one that is there already stays as it is. */
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
 * @param started the sessions that have started, this one among them, and what was read before
 * @throws WriteConflict if another session started since
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

/** The addresses of these accounts. */
export async function addressesOf(userIds: readonly string[]): Promise<Map<string, string>> {
  return new Map((await findUsers(userIds)).map(({ userId, email }) => [userId, email]));
}

/**
 * One Stripe customer per account, even in a race: the first id stays and is returned.
 * @returns null if the account has lost this one: make another. `isNew` if this call has stored it
 */
export async function keepStripeCustomer(
  userId: string,
  customerId: string,
): Promise<{ customer: string; isNew: boolean } | null> {
  try {
    await updateItem({
      TableName: TABLE(),
      Key: key(userId),
      UpdateExpression: "SET stripeCustomerId = :customer",
      ConditionExpression:
        "attribute_exists(pk) AND stripeCustomerId = :none AND (attribute_not_exists(lostStripeCustomer) OR lostStripeCustomer <> :customer)",
      ExpressionAttributeValues: { ":customer": customerId, ":none": null },
    });
    return { customer: customerId, isNew: true };
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
    const user = await findUser(userId);
    const customer = user ? user.stripeCustomerId : customerId;
    return customer === null ? null : { customer, isNew: false };
  }
}

/** The link to a customer that Stripe has deleted goes, for good; another one that was kept since stays. */
export async function dropStripeCustomer(userId: string, customerId: string): Promise<void> {
  try {
    await updateItem({
      TableName: TABLE(),
      Key: key(userId),
      UpdateExpression: "SET stripeCustomerId = :none, lostStripeCustomer = :customer",
      ConditionExpression: "stripeCustomerId = :customer",
      ExpressionAttributeValues: { ":customer": customerId, ":none": null },
    });
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
  }
}

/**
 * For a transaction: everything but billing and the person's data is refused to the account, or no longer. A suspension
 * ends every session: the person may sign in again.
 * @param reason told to the owner; may be empty
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

/** From here on the account can do nothing. Undefined where it is gone already. */
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

/** Notifies the owner: customers/announceChanges makes the mail out of this very write. */
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
