import * as z from "zod/mini";
import type { ApiKey } from "#shared/apiKeys/operator.ts";
import { Instant } from "#shared/instant.ts";
import { getItem, type Item, queryItems, type Write } from "../platform/dynamo.ts";
import { env } from "../platform/env.ts";

/** Rows in Users: `pk` "apiKeys", `sk` the key's public id. Rows of revoked keys stay for the audit log. */
const TABLE = () => env("TABLE_USERS");
const PARTITION = "apiKeys";
const keyOf = (id: string) => ({ pk: PARTITION, sk: id });

const StoredKey = z.object({
  id: z.string(),
  /** SHA-256 of the whole key. */
  hash: z.string(),
  name: z.string(),
  scopes: z.record(z.string(), z.string()),
  createdBy: z.string(),
  createdAt: Instant,
  expiresAt: z.nullable(Instant),
  revokedAt: z.nullable(Instant),
  /** A UTC day. A time would require a write of this row for every call. */
  lastUsedOn: z.nullable(z.string()),
});
export type StoredKey = z.output<typeof StoredKey>;

export async function findKey(id: string): Promise<StoredKey | undefined> {
  const item = await getItem({ TableName: TABLE(), Key: keyOf(id) });
  return item && StoredKey.parse(item);
}

/** One page suffices: a megabyte holds about two thousand keys. */
export const allKeys = () => ({
  TableName: TABLE(),
  KeyConditionExpression: "pk = :pk",
  ExpressionAttributeValues: { ":pk": PARTITION },
  ConsistentRead: true,
});

export const toKeys = (items: readonly Item[]): StoredKey[] =>
  items.map((item) => StoredKey.parse(item)).sort((one, other) => (one.createdAt < other.createdAt ? 1 : -1));

export async function listKeys(): Promise<StoredKey[]> {
  return toKeys((await queryItems(allKeys())).items);
}

export const keepKey = (key: StoredKey): Write => ({
  Put: {
    TableName: TABLE(),
    Item: { ...keyOf(key.id), ...key },
    ConditionExpression: "attribute_not_exists(pk)",
  },
});

export const markRevoked = (id: string, at: Instant): Write => change(id, "revokedAt", at);

export const markUsed = (id: string, day: string): Write => change(id, "lastUsedOn", day);

const change = (id: string, field: string, value: string): Write => ({
  Update: {
    TableName: TABLE(),
    Key: keyOf(id),
    UpdateExpression: "SET #field = :value",
    ConditionExpression: "revokedAt = :null",
    ExpressionAttributeNames: { "#field": field },
    ExpressionAttributeValues: { ":value": value, ":null": null },
  },
});

export const toApiKey = (key: StoredKey): ApiKey => ({
  id: key.id,
  name: key.name,
  scopes: key.scopes,
  created_by: key.createdBy,
  created_at: key.createdAt,
  expires_at: key.expiresAt,
  revoked_at: key.revokedAt,
  last_used_on: key.lastUsedOn,
});
