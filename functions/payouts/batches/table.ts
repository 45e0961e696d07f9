import * as z from "zod/mini";
import { Instant } from "#shared/instant.ts";
import { type Batch, BatchKind, BatchLine, BatchStatus, type LineOutcome } from "#shared/payouts/batch.ts";
import { readCursor, writeCursor } from "../../platform/cursor.ts";
import {
  getItem,
  getItems,
  type Item,
  putItem,
  queryItems,
  transact,
  updateItem,
  type Write,
  WriteConflict,
} from "../../platform/dynamo.ts";
import { env } from "../../platform/env.ts";
import { shardOf, sumOf } from "../countTable.ts";

/**
 * Rows in Payouts. `pk` "batch#<id>", `sk` "batch": a run. `sk` "line#<payout>": one line per payout. `sk`
 * "total#<shard>": the sums of the lines, which change in the same transactions. The index `byList` has the runs by
 * time, and previews only after they run. Runs and lines expire after a year.
 */
const TABLE = () => env("TABLE_PAYOUTS");
const KEEP_SECONDS = 365 * 24 * 60 * 60;
const key = (id: string) => ({ pk: `batch#${id}`, sk: "batch" });
export const lineKey = (id: string, payoutId: string) => ({ pk: `batch#${id}`, sk: `line#${payoutId}` });
const expiry = (at: Instant) => Math.floor(Date.parse(at) / 1000) + KEEP_SECONDS;

/** A run's progress. `start` is a position in an index; null at the beginning of a part. */
const Place = z.object({ part: z.number(), start: z.nullable(z.record(z.string(), z.unknown())) });
export type Place = z.output<typeof Place>;

export const Run = z.object({
  id: z.string(),
  kind: BatchKind,
  status: BatchStatus,
  /** Whether the run processes the lines of its preview. */
  isPreviewed: z.boolean(),
  createdAt: Instant,
  finishedAt: z.nullable(Instant),
  place: Place,
});
export type Run = z.output<typeof Run>;

export const newRun = (
  id: string,
  kind: BatchKind,
  status: "preparing" | "running" | "held",
  now: Date,
): Run => ({
  id,
  kind,
  status,
  isPreviewed: status === "preparing",
  createdAt: now.toISOString(),
  finishedAt: null,
  place: { part: 0, start: null },
});

const listed = (run: Run) =>
  run.status === "running" || run.status === "done" || run.status === "held"
    ? { list: "batches", listedAt: run.createdAt }
    : {};
const toItem = (run: Run): Item => ({
  ...key(run.id),
  ...run,
  ...listed(run),
  expiresAtEpoch: expiry(run.createdAt),
});

/** @returns false if the id exists */
export async function createRun(run: Run): Promise<boolean> {
  try {
    await putItem({ TableName: TABLE(), Item: toItem(run), ConditionExpression: "attribute_not_exists(pk)" });
    return true;
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
    return false;
  }
}

export async function findRun(id: string): Promise<Run | undefined> {
  const item = await getItem({ TableName: TABLE(), Key: key(id) });
  return item && Run.parse(item);
}

/** For a transaction: a new run, or its next state; fails if the state has changed since it was read. */
export function replaceRun(before: Run | null, after: Run): Write {
  return {
    Put: {
      TableName: TABLE(),
      Item: toItem(after),
      ...(before === null
        ? { ConditionExpression: "attribute_not_exists(pk)" }
        : {
            ConditionExpression: "#status = :status",
            ExpressionAttributeNames: { "#status": "status" },
            ExpressionAttributeValues: { ":status": before.status },
          }),
    },
  };
}

/** If two workers process one run, the slower repeats the same lines without effect. */
export async function keepPlace(run: Run, place: Place): Promise<void> {
  try {
    await updateItem({
      TableName: TABLE(),
      Key: key(run.id),
      UpdateExpression: "SET place = :place",
      ConditionExpression: "#status = :status",
      ExpressionAttributeNames: { "#status": "status" },
      ExpressionAttributeValues: { ":place": place, ":status": run.status },
    });
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
  }
}

export async function findLine(id: string, payoutId: string): Promise<BatchLine | undefined> {
  const item = await getItem({ TableName: TABLE(), Key: lineKey(id, payoutId) });
  return item && lineIn(item);
}

/** Reads all lines in one call. @param payoutIds up to 100, without duplicates */
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
 * @param changes up to MAX_LINES_A_WRITE, of one run
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

/** @throws WriteConflict if the line has changed since it was read */
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

/** @param outcomes returns only lines with one of these; all lines if empty */
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

const ListPosition = z.object({ pk: z.string(), sk: z.string(), list: z.string(), listedAt: z.string() });

export async function listRuns(cursor: string | undefined): Promise<{ runs: Run[]; next: string | null }> {
  const { items, lastKey } = await queryItems({
    TableName: TABLE(),
    IndexName: "byList",
    KeyConditionExpression: "#list = :batches",
    ExpressionAttributeNames: { "#list": "list" },
    ExpressionAttributeValues: { ":batches": "batches" },
    ScanIndexForward: false,
    Limit: 25,
    ...(cursor === undefined
      ? {}
      : { ExclusiveStartKey: readCursor(cursor, ListPosition, ({ list }) => list === "batches") }),
  });
  return { runs: items.map((item) => Run.parse(item)), next: writeCursor(lastKey) };
}
