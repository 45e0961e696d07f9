import * as z from "zod/mini";
import { Instant } from "#shared/instant.ts";
import { BatchKind, BatchStatus } from "#shared/payouts/batch.ts";
import { readCursor, writeCursor } from "../../platform/cursor.ts";
import {
  allItems,
  getItem,
  type Item,
  putItem,
  queryItems,
  updateItem,
  type Write,
  WriteConflict,
} from "../../platform/dynamo.ts";
import { env } from "../../platform/env.ts";

/**
 * In Payouts: a run, `pk` "batch#<id>", `sk` "batch". The index `byList` lists runs by time. A preview appears there
 * only once it is run. Runs and their lines (lineTable.ts) expire after a year.
 */
const TABLE = () => env("TABLE_PAYOUTS");
const KEEP_SECONDS = 365 * 24 * 60 * 60;
const key = (id: string) => ({ pk: `batch#${id}`, sk: "batch" });
export const expiry = (at: Instant) => Math.floor(Date.parse(at) / 1000) + KEEP_SECONDS;

/** A run's progress. `start` is where the next page of the part begins; null at the beginning. */
const Place = z.object({ part: z.number(), start: z.nullable(z.record(z.string(), z.unknown())) });
export type Place = z.output<typeof Place>;

export const Run = z.object({
  id: z.string(),
  kind: BatchKind,
  status: BatchStatus,
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

/** Ignores a conflict: another worker has finished the run. */
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

export async function listRunning(createdBefore: Instant): Promise<string[]> {
  const items = await allItems({
    TableName: TABLE(),
    IndexName: "byList",
    KeyConditionExpression: "#list = :batches AND listedAt < :before",
    FilterExpression: "#status = :running",
    ExpressionAttributeNames: { "#list": "list", "#status": "status" },
    ExpressionAttributeValues: { ":batches": "batches", ":before": createdBefore, ":running": "running" },
  });
  return items.map((item) => Run.parse(item).id);
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
