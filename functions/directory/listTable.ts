import { type Item, isPrefix, queryItems } from "../platform/dynamo.ts";
import { env } from "../platform/env.ts";
import { partsOf } from "./lastUseTable.ts";

/** Directory's indexes, for a whole list (`list`) or for one shelf of a list (`shelf`). */
const TABLE = () => env("TABLE_DIRECTORY");
const INDEXES = {
  list: { createdAt: "byCreated", name: "byName", seenAt: "bySeen" },
  shelf: { createdAt: "shelfByCreated", name: "shelfByName", seenAt: "shelfBySeen" },
} as const;
export type Order = keyof (typeof INDEXES)["list"];

export type Wanted = {
  partition: keyof typeof INDEXES;
  /** The list or shelf, without a part's number. */
  value: string;
  order: Order;
  /** Prefix of the name, for the order by name; empty matches all. */
  prefix: string;
  isForward: boolean;
  limit: number;
  start: Item | undefined;
};

/** @returns `lastKey`: the position of the last row, if more may follow */
export async function readList(wanted: Wanted): Promise<{ items: Item[]; lastKey: Item | undefined }> {
  const { partition, value, order, prefix, isForward, limit, start } = wanted;
  if (!isPrefix(prefix)) return { items: [], lastKey: undefined };
  const parts = order === "seenAt" ? partsOf(value) : [value];
  const pages = await Promise.all(
    parts.map((part) =>
      queryItems({
        TableName: TABLE(),
        IndexName: INDEXES[partition][order],
        KeyConditionExpression: `#partition = :part${prefix === "" ? "" : " AND begins_with(#order, :prefix)"}`,
        // Without the sums and words, which are half of an entry.
        ProjectionExpression: "pk, sk, #partition, #order, #row",
        ExpressionAttributeNames: { "#partition": partition, "#order": order, "#row": "row" },
        ExpressionAttributeValues: { ":part": part, ...(prefix === "" ? {} : { ":prefix": prefix }) },
        ScanIndexForward: isForward,
        // One extra row shows whether more follow.
        Limit: limit + 1,
        ...(start === undefined ? {} : { ExclusiveStartKey: { ...start, [partition]: part } }),
      }),
    ),
  );
  const all = merge(
    pages.map(({ items }) => items),
    order,
    isForward,
  );
  const items = all.slice(0, limit);
  const last = items.at(-1);
  const hasMore = all.length > limit || pages.some(({ lastKey }) => lastKey !== undefined);
  const lastKey =
    hasMore && last ? { pk: last.pk, sk: last.sk, [partition]: value, [order]: last[order] } : undefined;
  return { items, lastKey };
}

/** Merges sorted parts. Equal values are in the same part and keep their order. */
function merge(parts: readonly Item[][], order: Order, isForward: boolean): Item[] {
  if (parts.length === 1) return parts.flat();
  const direction = isForward ? 1 : -1;
  const compare = (one: string, other: string) => (one === other ? 0 : one > other ? direction : -direction);
  return parts.flat().sort((a, b) => compare(String(a[order]), String(b[order])));
}
