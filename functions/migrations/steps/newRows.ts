import * as z from "zod/mini";
import { DAY, type Instant } from "#shared/instant.ts";
import { type Item, scanItems, updateItem, WriteConflict } from "../../platform/dynamo.ts";
import { env } from "../../platform/env.ts";
import type { Page } from "./migrations.ts";

/** Three days, because a stream retries a record for almost a day, and this migration may then fail for a day. */
const NEW_FOR = 3 * DAY;
const SCANNED = 1000;
const AT_ONCE = 25;

type Source = { table: `TABLE_${string}`; isNew: string; values: Item; names?: Record<string, string> };

/** The rows from which commissions, lists and figures are derived, and which of them are new. */
const SOURCES: readonly Source[] = [
  { table: "TABLE_USERS", isNew: "sk = :account AND createdAt >= :since", values: { ":account": "account" } },
  { table: "TABLE_GRANTS", isNew: "updatedAt >= :since", values: {} },
  { table: "TABLE_SEATS", isNew: "assignedAt >= :since OR createdAt >= :since", values: {} },
  {
    table: "TABLE_EVENTS",
    isNew: "begins_with(pk, :payment) AND (paidAt >= :since OR #at >= :since)",
    values: { ":payment": "payment#" },
    names: { "#at": "at" },
  },
];

const PAID_PAYOUTS: Source = {
  table: "TABLE_PAYOUTS",
  isNew: "begins_with(sk, :payout) AND transferredAt >= :since",
  values: { ":payout": "payout#" },
};

/** Concurrent parts of a table's scan. With eight, a hundred million rows take half an hour. */
const PARTS = 8;
const Place = z.object({
  source: z.int(),
  /** Each part's position; null when the part is done. */
  parts: z.array(z.nullable(z.record(z.string(), z.unknown()))),
});
type Place = z.output<typeof Place>;
const beginningOf = (source: number): Place => ({ source, parts: Array.from({ length: PARTS }, () => ({})) });

/** Marks recent rows whose stream record may be lost (docs/decisions/how-do-lists-and-figures-follow-the-tables.md). */
export const touchNewRows: Page = (after) => touchRows(SOURCES, new Date(Date.now() - NEW_FOR), after);

/** Adds payouts to Growth's figures that earlier releases did not count. */
export const touchPaidPayouts: Page = (after) => touchRows([PAID_PAYOUTS], new Date(0), after);

/** Marks rows. The streams then deliver these rows again, and their consumers process them once more. */
async function touchRows(sources: readonly Source[], since: Date, after: string | null) {
  const place = after === null ? undefined : Place.safeParse(JSON.parse(after)).data;
  const { source: index, parts } = place ?? beginningOf(0);
  const source = sources[index];
  if (source === undefined) return null;
  const left = await Promise.all(
    parts.map((start, part) => (start === null ? null : touchPart(source, part, start, since))),
  );
  const isOver = left.every((start) => start === null);
  return JSON.stringify(isOver ? beginningOf(index + 1) : { source: index, parts: left });
}

/** @param start empty at the beginning. @returns the next position; null at the end */
async function touchPart(source: Source, part: number, start: Item, since: Date): Promise<Item | null> {
  const { items, lastKey } = await scanItems({
    TableName: env(source.table),
    FilterExpression: source.isNew,
    ExpressionAttributeValues: { ...source.values, ":since": since.toISOString() },
    ...(source.names === undefined ? {} : { ExpressionAttributeNames: source.names }),
    ...(Object.keys(start).length === 0 ? {} : { ExclusiveStartKey: start }),
    Segment: part,
    TotalSegments: PARTS,
    Limit: SCANNED,
  });
  const now = new Date().toISOString();
  for (let at = 0; at < items.length; at += AT_ONCE)
    await Promise.all(items.slice(at, at + AT_ONCE).map((row) => touch(env(source.table), row, now)));
  return lastKey ?? null;
}

async function touch(TableName: string, { pk, sk }: Item, now: Instant): Promise<void> {
  try {
    await updateItem({
      TableName,
      Key: { pk, sk },
      UpdateExpression: "SET derivedAt = :now",
      ConditionExpression: "attribute_exists(pk)",
      ExpressionAttributeValues: { ":now": now },
    });
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
  }
}
