import { queryItems, type Write } from "../../platform/dynamo.ts";
import { env } from "../../platform/env.ts";

/**
 * In Payouts: how many requests and payouts there are in each status, `pk` "count#<kind>", `sk` a shard, so
 * that a run that moves many does not wait for one row.
 */
const SHARDS = 16;

/** For the transaction that moves it. @param id decides the shard */
export function countWrite(kind: string, id: string, by: Record<string, number>): Write {
  const names = Object.keys(by);
  return {
    Update: {
      TableName: env("TABLE_PAYOUTS"),
      Key: { pk: `count#${kind}`, sk: String(shardOf(id)) },
      UpdateExpression: `ADD ${names.map((_, index) => `#status${index} :by${index}`).join(", ")}`,
      ExpressionAttributeNames: Object.fromEntries(names.map((name, index) => [`#status${index}`, name])),
      ExpressionAttributeValues: Object.fromEntries(names.map((name, index) => [`:by${index}`, by[name]])),
    },
  };
}

/** By status; those that never were are missing. */
export async function readCounts(kind: string): Promise<Record<string, number>> {
  const { items } = await queryItems({
    TableName: env("TABLE_PAYOUTS"),
    KeyConditionExpression: "pk = :pk",
    ExpressionAttributeValues: { ":pk": `count#${kind}` },
  });
  return sumOf(items);
}

export function sumOf(rows: Record<string, unknown>[]): Record<string, number> {
  const sum: Record<string, number> = {};
  for (const row of rows)
    for (const [name, count] of Object.entries(row))
      if (typeof count === "number") sum[name] = (sum[name] ?? 0) + count;
  return sum;
}

export function shardOf(id: string): number {
  let hash = 0;
  for (const letter of id) hash = (hash * 31 + letter.charCodeAt(0)) >>> 0;
  return hash % SHARDS;
}
