import * as z from "zod/mini";
import { DAY, type Instant } from "#shared/instant.ts";
import { type Item, scanItems, updateItem, WriteConflict } from "../../platform/dynamo.ts";
import { env } from "../../platform/env.ts";
import type { Page } from "./migrations.ts";

/** Longer than a stream retries a record, and a night that fails. */
const NEW_FOR = 3 * DAY;
const SCANNED = 1000;
const AT_ONCE = 25;

type Source = { table: `TABLE_${string}`; isNew: string; values: Item; names?: Record<string, string> };

/** Where the rows are from which commissions, lists and figures are derived, and which of them are new. */
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

const Place = z.object({
  source: z.int(),
  start: z.optional(z.record(z.string(), z.unknown())),
});
type Place = z.output<typeof Place>;

/**
 * Marks what is new, which the tables' streams report to their consumers. They derive it once more, so the night makes up
 * for a record that was lost (docs/decisions/bad-records.md).
 */
export const touchNewRows: Page = async (after) => {
  const place: Place = after === null ? { source: 0 } : Place.parse(JSON.parse(after));
  const { start } = place;
  const source = SOURCES[place.source];
  if (source === undefined) return null;
  const now = new Date();
  const { items, lastKey } = await scanItems({
    TableName: env(source.table),
    FilterExpression: source.isNew,
    ExpressionAttributeValues: {
      ...source.values,
      ":since": new Date(now.getTime() - NEW_FOR).toISOString(),
    },
    ...(source.names === undefined ? {} : { ExpressionAttributeNames: source.names }),
    ...(start === undefined ? {} : { ExclusiveStartKey: start }),
    Limit: SCANNED,
  });
  for (let at = 0; at < items.length; at += AT_ONCE)
    await Promise.all(
      items.slice(at, at + AT_ONCE).map((row) => touch(env(source.table), row, now.toISOString())),
    );
  return JSON.stringify(lastKey === undefined ? { source: place.source + 1 } : { ...place, start: lastKey });
};

/** A row that was deleted in the meantime stays deleted. */
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
