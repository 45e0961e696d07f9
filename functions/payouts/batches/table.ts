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
 * In Payouts: a run, `pk` "batch#<id>", `sk` "batch"; a line for each payout that it came to, `sk`
 * "line#<payout>", written once and moved by condition; and the sums of the lines, `sk` "total#<shard>", changed
 * in the transactions that change a line. Index `byList` has the runs by time; a preview is not among them until
 * it is run. What lies here is forgotten after a year.
 */
const TABLE = () => env("TABLE_PAYOUTS");
const KEEP_SECONDS = 366 * 24 * 60 * 60;
const key = (id: string) => ({ pk: `batch#${id}`, sk: "batch" });
export const lineKey = (id: string, payoutId: string) => ({ pk: `batch#${id}`, sk: `line#${payoutId}` });
const expiry = (at: Instant) => Math.floor(Date.parse(at) / 1000) + KEEP_SECONDS;

/** How far a run has come. `start` is a place in an index; null begins, and a finished part goes to the next. */
const Place = z.object({ part: z.number(), start: z.nullable(z.record(z.string(), z.unknown())) });
export type Place = z.output<typeof Place>;

export const Run = z.object({
  id: z.string(),
  kind: BatchKind,
  status: BatchStatus,
  /** Whether it goes through the lines of its own preview. */
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

/** @returns false if a run of this id was begun already */
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

/** For a transaction: a new run, or one in its next state where it is in the one that was read. */
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

/** Keeps the place: of two that go through one run, the slower goes over the same lines once more, to no effect. */
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

/** A run's lines of these payouts, in one call. @param payoutIds 100 at most, none twice */
export async function findLines(id: string, payoutIds: readonly string[]): Promise<BatchLine[]> {
  const rows = await getItems({ [TABLE()]: payoutIds.map((payoutId) => lineKey(id, payoutId)) });
  return (rows[TABLE()] ?? []).map(lineIn);
}

export const lineIn = (item: Item): BatchLine => BatchLine.parse(item);

/** What a line was read as, and what it is to be. */
export type LineChange = { before: BatchLine | undefined; after: BatchLine };

/** So many lines fit into one transaction with their sums. */
export const MAX_LINES_A_WRITE = 50;

/**
 * For a transaction: writes lines, or moves them, and the sums with them. A line that is not what was read fails it.
 * @param changes MAX_LINES_A_WRITE at most, of one run
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

/** Writes one line, or moves it. @throws WriteConflict if it is not what was read */
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

const LinePosition = z.object({ pk: z.string(), sk: z.string() });

/** A run's lines as a page shows them. @throws NOT_FOUND for a cursor of another run */
export async function listLines(id: string, cursor: string | undefined) {
  const start =
    cursor === undefined
      ? null
      : readCursor(cursor, LinePosition, ({ pk, sk }) => pk === `batch#${id}` && sk.startsWith("line#"));
  const { rows, next } = await walkLines(id, start, 25);
  return { lines: rows, next: writeCursor(next ?? undefined) };
}

/** The same, as a run goes through its own preview. */
export async function walkLines(id: string, start: Item | null, limit: number) {
  const { items, lastKey } = await queryItems({
    TableName: TABLE(),
    KeyConditionExpression: "pk = :pk AND begins_with(sk, :prefix)",
    ExpressionAttributeValues: { ":pk": `batch#${id}`, ":prefix": "line#" },
    ConsistentRead: true,
    Limit: limit,
    ...(start === null ? {} : { ExclusiveStartKey: start }),
  });
  return { rows: items.map(lineIn), next: lastKey ?? null };
}

const ListPosition = z.object({ pk: z.string(), sk: z.string(), list: z.string(), listedAt: z.string() });

/** Runs, newest first, 25 a page. */
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
