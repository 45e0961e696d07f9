import * as z from "zod/mini";
import { FREE_GRANT_ID, Grant } from "#shared/grants/grant.ts";
import { toEpochSeconds } from "#shared/instant.ts";
import { getItem, type Item, putItem, queryItems, type Write } from "../platform/dynamo.ts";
import { env } from "../platform/env.ts";
import { Reading } from "../platform/reading.ts";

/**
 * Grants: one row a grant, `pk` the user, `sk` "grant#" and the grant's id; while the account is suspended a
 * marker beside them, `sk` "suspended", so that every write of a grant sees it and can condition on it; and a counter
 * of the readings of Stripe, `sk` "reading"; and when an operator last gave a renewal away, `sk` "given". functions/users/mailboxTable.ts has the mailboxes that have had their free key.
 */
const TABLE = () => env("TABLE_GRANTS");
const PREFIX = "grant#";
/** The row of functions/subscriptions/team/table.ts, which a reading of the rights comes across. */
export const TEAM = "team";
const key = (userId: string, grantId: string) => ({ pk: userId, sk: `${PREFIX}${grantId}` });

const toItem = (grant: Grant): Item => ({ ...key(grant.userId, grant.id), ...grant });
const toGrant = (item: Item): Grant => Grant.parse(item);

const suspensionKey = (userId: string) => ({ pk: userId, sk: "suspended" });

/** What a customer is entitled to, and whether an operator has suspended all of it. */
export type Rights = {
  grants: Grant[];
  isSuspended: boolean;
  /** When an operator last gave the time of a pause away, epoch seconds. */
  givenAt: number;
  /** Whether other people have seats that the customer pays for, or had. */
  hasTeam?: boolean;
};

const readingKey = (userId: string) => ({ pk: userId, sk: "reading" });

export const readRights = async (userId: string): Promise<Rights> => (await openRights(userId)).rights;

/**
 * Reads a customer's rights and starts a reading of all that Stripe knows about them. Call it before you ask Stripe.
 * A handful of rows, read whole and consistently.
 */
export async function openRights(userId: string): Promise<{ rights: Rights; reading: Reading }> {
  const { items } = await queryItems({
    TableName: TABLE(),
    KeyConditionExpression: "pk = :user",
    ExpressionAttributeValues: { ":user": userId },
    ConsistentRead: true,
  });
  const place = { TableName: TABLE(), Key: readingKey(userId) };
  const counter = items.find(({ sk }) => sk === place.Key.sk);
  return {
    rights: {
      grants: items.filter(({ sk }) => String(sk).startsWith(PREFIX)).map(toGrant),
      isSuspended: items.some(({ sk }) => sk === suspensionKey(userId).sk),
      givenAt: Number(items.find(({ sk }) => sk === "given")?.at ?? 0),
      hasTeam: items.some(({ sk }) => sk === TEAM),
    },
    reading: new Reading(place, counter),
  };
}

/** All grants of a customer. */
export const listGrants = async (userId: string): Promise<Grant[]> => (await readRights(userId)).grants;

/** For a transaction that ends a pause: a renewal that fell into it is not charged. */
export const giveRenewal = (userId: string, now: Date): Write => ({
  Put: {
    TableName: TABLE(),
    Item: { pk: userId, sk: "given", at: toEpochSeconds(now.toISOString()) },
  },
});

/** What the operator chose for the subscriptions of a suspended account: pause collection, or end them at once. */
const Suspension = z.object({ subscription: z._default(z.enum(["pause", "cancel"]), "pause") });
export type Suspension = z.output<typeof Suspension>;

/** For a transaction: the account is suspended from now on. */
export const markSuspension = (userId: string, subscription: Suspension["subscription"]): Write => ({
  Put: { TableName: TABLE(), Item: { ...suspensionKey(userId), subscription } },
});

/** For a transaction: another choice for the subscriptions, while the account is suspended. */
export const changeSuspension = (userId: string, subscription: Suspension["subscription"]): Write => ({
  Put: {
    TableName: TABLE(),
    Item: { ...suspensionKey(userId), subscription },
    ConditionExpression: "attribute_exists(pk)",
  },
});

/** For a transaction: the account is suspended no longer. */
export const liftSuspension = (userId: string): Write => ({
  Delete: { TableName: TABLE(), Key: suspensionKey(userId) },
});

/** @returns undefined if the account is not suspended */
export async function findSuspension(userId: string): Promise<Suspension | undefined> {
  const item = await getItem({ TableName: TABLE(), Key: suspensionKey(userId) });
  return item && Suspension.parse(item);
}

/** For a transaction that makes a grant: only while the account is suspended, or is not, as it was read. */
export function whileSuspended(userId: string, isSuspended: boolean): Write {
  return {
    ConditionCheck: {
      TableName: TABLE(),
      Key: suspensionKey(userId),
      ConditionExpression: isSuspended ? "attribute_exists(pk)" : "attribute_not_exists(pk)",
    },
  };
}

export const isSuspended = async (userId: string): Promise<boolean> =>
  (await findSuspension(userId)) !== undefined;

export async function getGrant(userId: string, grantId: string): Promise<Grant | undefined> {
  const item = await getItem({ TableName: TABLE(), Key: key(userId, grantId) });
  return item && toGrant(item);
}

/** For a transaction: the grant is gone, where it still is what was read. The audit log remembers it. */
export function deleteGrant({ userId, id, version }: Grant): Write {
  return {
    Delete: {
      TableName: TABLE(),
      Key: key(userId, id),
      ConditionExpression: "version = :version",
      ExpressionAttributeValues: { ":version": version },
    },
  };
}

export async function findFreeGrant(userId: string): Promise<Grant | undefined> {
  const item = await getItem({ TableName: TABLE(), Key: key(userId, FREE_GRANT_ID) });
  return item && toGrant(item);
}

/** For a transaction: the grant, or nothing where its source has one already. */
export function createGrant(grant: Grant): Write {
  return {
    Put: { TableName: TABLE(), Item: toItem(grant), ConditionExpression: "attribute_not_exists(pk)" },
  };
}

/** For a transaction: the grant as decided, where it still is what was read. */
export function replaceGrant(before: Grant, after: Grant): Write {
  return {
    Put: {
      TableName: TABLE(),
      Item: toItem(after),
      ConditionExpression: "version = :version",
      ExpressionAttributeValues: { ":version": before.version },
    },
  };
}

/** For a transaction: only while this is not granted. */
export function refuseGrant(userId: string, grantId: string): Write {
  return {
    ConditionCheck: {
      TableName: TABLE(),
      Key: key(userId, grantId),
      ConditionExpression: "attribute_not_exists(pk)",
    },
  };
}

/** Ends a grant for good, where it still is what was read. @throws WriteConflict */
export async function endGrant(grant: Grant): Promise<void> {
  await putItem({
    TableName: TABLE(),
    Item: toItem({
      ...grant,
      entitlement: { ...grant.entitlement, active: false },
      version: grant.version + 1,
    }),
    ConditionExpression: "version = :version",
    ExpressionAttributeValues: { ":version": grant.version },
  });
}
