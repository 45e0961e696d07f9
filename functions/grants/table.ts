import * as z from "zod/mini";
import { FREE_GRANT_ID, Grant } from "#shared/grants/grant.ts";
import { toEpochSeconds } from "#shared/instant.ts";
import { getItem, type Item, putItem, queryItems, type Write } from "../platform/dynamo.ts";
import { env } from "../platform/env.ts";
import { Reading } from "../platform/reading.ts";

/**
 * Grants; `pk` is the user. The `sk` of a grant is "grant#<id>". The row "suspended" exists while the account is
 * suspended, so that writes of grants can condition on it. "reading" counts the readings of Stripe. "given" says when
 * an operator last waived a renewal. functions/users/mailboxTable.ts keeps the mailboxes' free keys here.
 */
const TABLE = () => env("TABLE_GRANTS");
const PREFIX = "grant#";
/** The sort key in functions/subscriptions/team/table.ts. Queries for rights return that row too. */
export const TEAM = "team";
const key = (userId: string, grantId: string) => ({ pk: userId, sk: `${PREFIX}${grantId}` });

const toItem = (grant: Grant): Item => ({ ...key(grant.userId, grant.id), ...grant });
const toGrant = (item: Item): Grant => Grant.parse(item);

const suspensionKey = (userId: string) => ({ pk: userId, sk: "suspended" });

export type Rights = {
  grants: Grant[];
  isSuspended: boolean;
  /** When an operator last waived a renewal that was due while collection was paused, epoch seconds. */
  givenAt: number;
  /** Whether the customer pays, or paid, for other people's seats. */
  hasTeam?: boolean;
};

const readingKey = (userId: string) => ({ pk: userId, sk: "reading" });

export const readRights = async (userId: string): Promise<Rights> => (await openRights(userId)).rights;

/** Reads a customer's rights and begins a reading of Stripe. Call this before you ask Stripe. */
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

export const listGrants = async (userId: string): Promise<Grant[]> => (await readRights(userId)).grants;

/** For a transaction that resumes collection. A renewal that was due during the pause is not charged. */
export const giveRenewal = (userId: string, now: Date): Write => ({
  Put: {
    TableName: TABLE(),
    Item: { pk: userId, sk: "given", at: toEpochSeconds(now.toISOString()) },
  },
});

/** The operator's choice for a suspended account's subscriptions: pause collection, or end them immediately. */
const Suspension = z.object({ subscription: z._default(z.enum(["pause", "cancel"]), "pause") });
export type Suspension = z.output<typeof Suspension>;

export const markSuspension = (userId: string, subscription: Suspension["subscription"]): Write => ({
  Put: { TableName: TABLE(), Item: { ...suspensionKey(userId), subscription } },
});

export const changeSuspension = (userId: string, subscription: Suspension["subscription"]): Write => ({
  Put: {
    TableName: TABLE(),
    Item: { ...suspensionKey(userId), subscription },
    ConditionExpression: "attribute_exists(pk)",
  },
});

export const liftSuspension = (userId: string): Write => ({
  Delete: { TableName: TABLE(), Key: suspensionKey(userId) },
});

export async function findSuspension(userId: string): Promise<Suspension | undefined> {
  const item = await getItem({ TableName: TABLE(), Key: suspensionKey(userId) });
  return item && Suspension.parse(item);
}

/** For a transaction that writes grants: fails if the suspension changed since it was read. */
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

export function createGrant(grant: Grant): Write {
  return {
    Put: { TableName: TABLE(), Item: toItem(grant), ConditionExpression: "attribute_not_exists(pk)" },
  };
}

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

export function refuseGrant(userId: string, grantId: string): Write {
  return {
    ConditionCheck: {
      TableName: TABLE(),
      Key: key(userId, grantId),
      ConditionExpression: "attribute_not_exists(pk)",
    },
  };
}

/** @throws WriteConflict if the grant has changed since it was read */
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
