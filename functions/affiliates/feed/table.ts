import * as z from "zod/mini";
import { type ActivityEntry, Click, Conversion } from "#shared/affiliates/activity.ts";
import { readCursor, writeCursor } from "../../platform/cursor.ts";
import { type Item, type Keys, queryItems, type Rows } from "../../platform/dynamo.ts";
import { ALL, PARTS, TRAFFIC, totalKey } from "../../referrals/index.ts";
import { readCounted } from "../figures/table.ts";
import { mergeNewest, toClickEntry, toConversionEntry } from "./entryRules.ts";

export type FeedQuery = {
  type: "click" | "conversion" | undefined;
  affiliateId: string | undefined;
  limit: number;
  offset: number;
  cursor: string | undefined;
};

const Position = z.strictObject({ position: z.string().check(z.maxLength(200)) });
const Row = z.looseObject({ position: z.string(), sk: z.string() });
type Row = z.output<typeof Row>;

/** Merges the feed's parts (docs/decisions/how-is-an-affiliates-click-counted.md). One cursor serves all parts. */
export async function readFeed(query: FeedQuery): Promise<{ entries: ActivityEntry[]; next: string | null }> {
  const before = query.cursor === undefined ? undefined : readCursor(query.cursor, Position, () => true);
  const skipped = before === undefined ? query.offset : 0;
  const lists = await Promise.all(
    partsOf(query).map((part) => readPart(query, part, before?.position, skipped + query.limit + 1)),
  );
  const { rows, hasMore } = mergeNewest(lists, skipped + query.limit);
  const page = rows.slice(skipped);
  const last = page.at(-1);
  return {
    entries: page.map(toEntry),
    next: hasMore && last ? writeCursor({ position: last.position }) : null,
  };
}

function partsOf({ type, affiliateId }: FeedQuery): string[] {
  const owned = affiliateId === undefined ? "" : `#${affiliateId}`;
  const clicks = Array.from({ length: PARTS }, (_, part) => `clicks${owned}#${part}`);
  const conversions = [`conversions${owned}`];
  if (type === "click") return clicks;
  return type === "conversion" ? conversions : [...clicks, ...conversions];
}

async function readPart(
  { affiliateId }: FeedQuery,
  part: string,
  before: string | undefined,
  most: number,
): Promise<Row[]> {
  const feed = affiliateId === undefined ? "feed" : "ownFeed";
  const { items } = await queryItems({
    TableName: TRAFFIC(),
    IndexName: affiliateId === undefined ? "byTime" : "byAffiliate",
    KeyConditionExpression: `${feed} = :part${before === undefined ? "" : " AND #position < :before"}`,
    ...(before === undefined ? {} : { ExpressionAttributeNames: { "#position": "position" } }),
    ExpressionAttributeValues: { ":part": part, ...(before === undefined ? {} : { ":before": before }) },
    ScanIndexForward: false,
    Limit: most,
  });
  return items.map((item) => Row.parse(item));
}

function toEntry(row: Item): ActivityEntry {
  return row.sk === "click" ? toClickEntry(Click.parse(row)) : toConversionEntry(Conversion.parse(row));
}

export const countKeys = (affiliateId: string | undefined): Keys => ({
  [TRAFFIC()]: [affiliateId === undefined ? { pk: ALL, sk: "total" } : totalKey(affiliateId)],
});

/** @param rows read with `countKeys` */
export function countIn(rows: Rows, type: FeedQuery["type"]): number {
  const counted = readCounted(rows[TRAFFIC()]?.[0]);
  const clicks = counted.clicks + counted.failedClicks;
  const conversions = counted.conversions + counted.failedConversions;
  if (type === "click") return clicks;
  return type === "conversion" ? conversions : clicks + conversions;
}
