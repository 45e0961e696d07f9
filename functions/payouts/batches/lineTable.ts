import { type Batch, BatchLine, type LineOutcome } from "#shared/payouts/batch.ts";
import { getItem, getItems, type Item, queryItems, transact, type Write } from "../../platform/dynamo.ts";
import { env } from "../../platform/env.ts";
import { shardOf, sumOf } from "../countTable.ts";
import { expiry } from "./table.ts";

/**
 * In Payouts: the lines of a run, `pk` "batch#<id>". `sk` "line#<payout>": one line per payout. `sk` "total#<shard>":
 * the sums of the lines, which change in the same transactions.
 */
const TABLE = () => env("TABLE_PAYOUTS");
export const lineKey = (id: string, payoutId: string) => ({ pk: `batch#${id}`, sk: `line#${payoutId}` });

export async function findLine(id: string, payoutId: string): Promise<BatchLine | undefined> {
  const item = await getItem({ TableName: TABLE(), Key: lineKey(id, payoutId) });
  return item && lineIn(item);
}

/** @param payoutIds up to 100 */
export async function findLines(id: string, payoutIds: readonly string[]): Promise<BatchLine[]> {
  const rows = await getItems({ [TABLE()]: payoutIds.map((payoutId) => lineKey(id, payoutId)) });
  return (rows[TABLE()] ?? []).map(lineIn);
}

export const lineIn = (item: Item): BatchLine => BatchLine.parse(item);

export type LineChange = { before: BatchLine | undefined; after: BatchLine };

/** Lines per transaction. With their sums, they stay below DynamoDB's limit of 100 writes. */
export const MAX_LINES_A_WRITE = 50;

/**
 * For a transaction: writes lines with their sums; fails if a line has changed since it was read.
 * @param changes up to MAX_LINES_A_WRITE
 */
export function lineWrites(id: string, changes: readonly LineChange[], now: Date): Write[] {
  const ofShards = Map.groupBy(changes, ({ after }) => shardOf(after.payout_id));
  return [
    ...changes.map(
      ({ before, after }): Write => ({
        Put: {
          TableName: TABLE(),
          Item: { ...lineKey(id, after.payout_id), ...after, expiresAtEpoch: expiry(now.toISOString()) },
          ...(before === undefined
            ? { ConditionExpression: "attribute_not_exists(pk)" }
            : {
                ConditionExpression: "outcome = :outcome",
                ExpressionAttributeValues: { ":outcome": before.outcome },
              }),
        },
      }),
    ),
    ...[...ofShards].map(([shard, own]) => totalWrite(id, shard, own)),
  ];
}

export const writeLine = (id: string, before: BatchLine | undefined, after: BatchLine, now: Date) =>
  transact(lineWrites(id, [{ before, after }], now));

function totalWrite(id: string, shard: number, changes: readonly LineChange[]): Write {
  const by: Record<string, number> = {};
  const add = (line: BatchLine, sign: 1 | -1) => {
    by[`${line.outcome}Count`] = (by[`${line.outcome}Count`] ?? 0) + sign;
    by[`${line.outcome}Cents`] = (by[`${line.outcome}Cents`] ?? 0) + sign * line.amount_cents;
  };
  for (const { before, after } of changes) {
    if (before) add(before, -1);
    add(after, 1);
  }
  const names = Object.keys(by);
  return {
    Update: {
      TableName: TABLE(),
      Key: { pk: `batch#${id}`, sk: `total#${shard}` },
      UpdateExpression: `ADD ${names.map((name) => `${name} :${name}`).join(", ")}`,
      ExpressionAttributeValues: Object.fromEntries(names.map((name) => [`:${name}`, by[name]])),
    },
  };
}

export type Totals = Batch["totals"];

export async function readTotals(id: string): Promise<Totals> {
  const { items } = await queryItems({
    TableName: TABLE(),
    KeyConditionExpression: "pk = :pk AND begins_with(sk, :prefix)",
    ExpressionAttributeValues: { ":pk": `batch#${id}`, ":prefix": "total#" },
    ConsistentRead: true,
  });
  const sums = sumOf(items);
  const sum = (outcome: LineOutcome) => ({
    count: sums[`${outcome}Count`] ?? 0,
    amount_cents: sums[`${outcome}Cents`] ?? 0,
  });
  return {
    planned: sum("planned"),
    queued: sum("queued"),
    calculated: sum("calculated"),
    paid: sum("paid"),
    failed: sum("failed"),
    skipped: sum("skipped"),
  };
}

export async function walkLines(id: string, start: Item | null, limit: number) {
  const { items, lastKey } = await queryLines(id, start ?? undefined, limit);
  return { rows: items.map(lineIn), next: lastKey ?? null };
}

/** @param outcomes of the lines to return; empty: all lines */
export function queryLines(
  id: string,
  start: Item | undefined,
  limit: number,
  outcomes: readonly LineOutcome[] = [],
) {
  const names = outcomes.map((outcome) => `:${outcome}`);
  return queryItems({
    TableName: TABLE(),
    KeyConditionExpression: "pk = :pk AND begins_with(sk, :prefix)",
    ...(names.length > 0 && { FilterExpression: `outcome IN (${names.join(", ")})` }),
    ExpressionAttributeValues: {
      ":pk": `batch#${id}`,
      ":prefix": "line#",
      ...Object.fromEntries(outcomes.map((outcome) => [`:${outcome}`, outcome])),
    },
    ConsistentRead: true,
    Limit: limit,
    ...(start !== undefined && { ExclusiveStartKey: start }),
  });
}
