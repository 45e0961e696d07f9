import type { Item, Keys, Rows, Write } from "../platform/dynamo.ts";
import { env } from "../platform/env.ts";

/**
 * In Payouts: the number of requests and payouts by status, `pk` "count#<kind>", `sk` a shard. Shards keep a large run
 * from contending for one row.
 */
const SHARDS = 16;

export function countWrite(kind: string, id: string, by: Record<string, number>): Write {
  const names = Object.keys(by);
  return {
    Update: {
      TableName: env("TABLE_PAYOUTS"),
      Key: countKey(kind, shardOf(id)),
      UpdateExpression: `ADD ${names.map((_, index) => `#status${index} :by${index}`).join(", ")}`,
      ExpressionAttributeNames: Object.fromEntries(names.map((name, index) => [`#status${index}`, name])),
      ExpressionAttributeValues: Object.fromEntries(names.map((name, index) => [`:by${index}`, by[name]])),
    },
  };
}

export const countKeys = (kind: string): Keys => ({
  [env("TABLE_PAYOUTS")]: Array.from({ length: SHARDS }, (_, shard) => countKey(kind, shard)),
});

/** @param rows read with `countKeys` */
export function countIn(rows: Rows, status: string | undefined): number {
  const counts = sumOf(rows[env("TABLE_PAYOUTS")] ?? []);
  if (status !== undefined) return counts[status] ?? 0;
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

const countKey = (kind: string, shard: number) => ({ pk: `count#${kind}`, sk: String(shard) });

export function sumOf(rows: readonly Item[]): Record<string, number> {
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
