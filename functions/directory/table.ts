import { isDeepStrictEqual } from "node:util";
import * as z from "zod/mini";
import { UserRow } from "#shared/customers/userRow.ts";
import { KeptMove } from "#shared/insights/moves.ts";
import { Recent } from "#shared/insights/recent.ts";
import { Instant } from "#shared/instant.ts";
import { readCursor, writeCursor } from "../platform/cursor.ts";
import {
  getItem,
  getItems,
  type Item,
  queryItems,
  type Rows,
  retryOnConflict,
  transact,
  type Write,
} from "../platform/dynamo.ts";
import { env } from "../platform/env.ts";
import { countWrites } from "./figureTable.ts";
import { findUsed, usedWrites } from "./lastUseTable.ts";
import { type Order, readList } from "./listTable.ts";
import { moveWrites } from "./moveTable.ts";
import { recentWrites } from "./recentTable.ts";
import { differenceOf, type Entry, foldEmail } from "./rules.ts";
import { COMPUTERS } from "./wordRules.ts";
import { wordsOf, wordWrites } from "./wordTable.ts";

/**
 * Directory: the back office's lists, computed from the streams of other tables. `pk` is "user#<id>",
 * "key#<license key>", "alert#<id>", "affiliate#<id>" or "payout#<id>". For an entry that is in no list, `pk` is
 * "commission#<id>", "payment#<id>" or "growth#<user>". An entry's `sk` is "entry"; lastUseTable.ts and wordTable.ts
 * have the other rows. An entry stores the amounts it has added to figures, so a repeated change counts once. The index
 * `byDue` sorts entries by when they next change without a write.
 */
const TABLE = () => env("TABLE_DIRECTORY");
const key = (id: string) => ({ pk: id, sk: "entry" });

const Sums = z.array(
  z.object({
    figure: z.string(),
    day: z.nullable(z.string()),
    amount: z.number(),
    part: z.optional(z.enum(["growth", "cohorts", "brought"])),
  }),
);
const Stored = z.object({
  pk: z.string(),
  sums: Sums,
  version: z.number(),
  shelf: z.optional(z.string()),
  name: z.optional(z.string()),
  seenAt: z.optional(z.string()),
  row: z.optional(z.record(z.string(), z.unknown())),
  dueAt: z.optional(Instant),
  recent: z.optional(Recent),
  moves: z.optional(z.array(KeptMove)),
  words: z.optional(z.array(z.string())),
});
const Listed = z.pick(Stored, { row: true });
/** Where a page ended: the keys of the table and of an index. */
const Position = z.record(z.string(), z.string());

export type Listing = {
  list: "users" | "keys" | "alerts" | "affiliates" | "payouts";
  /** Limits the result to one shelf. */
  part?: string | undefined;
  /** "computers": keys by their number of computers, which the key's "word#" rows contain. */
  order: Order | "computers";
  direction: "asc" | "desc";
  prefix?: string;
  limit: number;
  offset?: number;
  cursor?: string | undefined;
};

export async function listEntries(listing: Listing): Promise<{ rows: Item[]; next: string | null }> {
  const byNumber = listing.order === "computers";
  const { list, part, limit, cursor, prefix = byNumber ? COMPUTERS : "", offset = 0 } = listing;
  const order = listing.order === "computers" || prefix !== "" ? "name" : listing.order;
  const partition = part === undefined ? "list" : "shelf";
  const names = part === undefined ? list : `${list}/${part}`;
  const value = byNumber ? wordsOf(names) : names;
  const skipped = cursor === undefined ? offset : 0;
  const isInList = (position: Item) =>
    isDeepStrictEqual(Object.keys(position).sort(), ["pk", "sk", partition, order].sort()) &&
    position[partition] === value &&
    String(position[order]).startsWith(order === "name" ? prefix : "");
  const { items, lastKey } = await readList({
    partition,
    value,
    order,
    prefix,
    isForward: (prefix !== "" && !byNumber) || listing.direction === "asc",
    limit: skipped + limit,
    start: cursor === undefined ? undefined : readCursor(cursor, Position, isInList),
  });
  const rows = (await entriesOf(items.slice(skipped))).map((item) => Listed.parse(item).row ?? {});
  return { rows, next: writeCursor(lastKey) };
}

/** Some lists consist of "used" or "word#" rows. Reads their entries. */
async function entriesOf(items: readonly Item[]): Promise<Item[]> {
  const others = items.filter(({ sk }) => sk !== "entry");
  const read: Rows =
    others.length === 0 ? {} : await getItems({ [TABLE()]: others.map(({ pk }) => key(String(pk))) });
  const entries = new Map((read[TABLE()] ?? []).map((item) => [item.pk, item]));
  const rows = items.map((item) => (item.sk === "entry" ? item : entries.get(item.pk)));
  return rows.filter((row) => row !== undefined);
}

export async function findByName(
  prefix: string,
  listing: Pick<Listing, "list" | "part" | "limit" | "offset" | "cursor">,
): Promise<{ rows: Item[]; next: string | null }> {
  return prefix === ""
    ? { rows: [], next: null }
    : listEntries({ ...listing, order: "name", direction: "asc", prefix });
}

export async function findByAddress(email: string): Promise<string | null> {
  const address = foldEmail(email);
  const { rows } = await findByName(address, { list: "users", limit: 1 });
  return rows.map((row) => UserRow.parse(row)).find((user) => foldEmail(user.email) === address)?.id ?? null;
}

export async function findRows(id: string): Promise<Item[]> {
  const row = (await findEntry(id))?.row;
  return row === undefined ? [] : [row];
}

export async function findEntry(id: string): Promise<z.output<typeof Stored> | undefined> {
  const item = await getItem({ TableName: TABLE(), Key: key(id) });
  return item && Stored.parse(item);
}

/** Entries per read: few enough that one transaction can usually update them all. */
const MAX_DUE = 25;

export async function listDue(
  queue: NonNullable<Entry["due"]>,
  now: Date,
  cursor: string | undefined,
): Promise<{ ids: string[]; next: string | null }> {
  const { items, lastKey } = await queryItems({
    TableName: TABLE(),
    IndexName: "byDue",
    KeyConditionExpression: "due = :queue AND dueAt <= :now",
    ExpressionAttributeValues: { ":queue": queue, ":now": now.toISOString() },
    Limit: MAX_DUE,
    ...(cursor === undefined ? {} : { ExclusiveStartKey: readCursor(cursor, Position, () => true) }),
  });
  return { ids: items.map(({ pk }) => String(pk)), next: writeCursor(lastKey) };
}

/** DynamoDB's limit for one transaction. */
const MAX_WRITES = 100;

type LoadEntry = (id: string, before: z.output<typeof Stored> | undefined) => Promise<Entry>;

/**
 * Updates entries from the tables. Each entry is read before its sources, and the write fails if the entry has changed
 * since. The last writer has therefore seen the latest sources, and each difference counts once. Entries that do not
 * fit into one transaction are split over several transactions.
 * @param load computes the entry; it may continue from the stored entry and do only a part of the work
 */
export async function refreshEntries(ids: readonly string[], load: LoadEntry): Promise<Entry[]> {
  const afters = await refreshTogether(ids, load);
  if (afters !== undefined) return afters;
  const half = Math.ceil(ids.length / 2);
  return [
    ...(await refreshEntries(ids.slice(0, half), load)),
    ...(await refreshEntries(ids.slice(half), load)),
  ];
}

function refreshTogether(ids: readonly string[], load: LoadEntry): Promise<Entry[] | undefined> {
  return retryOnConflict(async () => {
    const [befores, uses] = await Promise.all([
      Promise.all(ids.map(findEntry)),
      Promise.all(ids.map(findUsed)),
    ]);
    const afters = await Promise.all(ids.map((id, index) => load(id, befores[index])));
    const changed = afters.flatMap((after, index) => {
      const before = befores[index];
      const isNothing = after.list === undefined && after.sums.length === 0 && after.recent === undefined;
      if (before === undefined && isNothing) return [];
      if (before && isSame(before, after)) return [];
      return [{ before, after }];
    });
    const used = afters.flatMap((after, index) => usedWrites(uses[index], after));
    if (changed.length === 0 && used.length === 0) return afters;
    const difference = differenceOf(
      changed.flatMap(({ before }) => before?.sums ?? []),
      changed.flatMap(({ after }) => after.sums),
    );
    const writes = [
      ...changed.map(({ before, after }) => putEntry(before?.version, after)),
      ...used,
      ...changed.flatMap(({ before, after }) => wordWrites(before ?? {}, after)),
      ...countWrites(difference),
      ...changed.flatMap(({ before, after }) =>
        isDeepStrictEqual(before?.recent, after.recent) ? [] : recentWrites(before?.recent, after.recent),
      ),
      ...changed.flatMap(({ before, after }) => moveWrites(after.id, before?.moves ?? [], after.moves ?? [])),
    ];
    if (writes.length > MAX_WRITES && ids.length > 1) return undefined;
    await transact(writes);
    return afters;
  });
}

function isSame(before: z.output<typeof Stored>, after: Entry): boolean {
  const { row, seenAt } = Stored.parse(entryRow(after, before.version));
  return (
    isDeepStrictEqual(before.row, row) &&
    before.seenAt === seenAt &&
    isDeepStrictEqual(before.sums, after.sums) &&
    before.shelf === after.shelf &&
    before.name === after.name &&
    isDeepStrictEqual(before.words, after.words) &&
    before.dueAt === after.dueAt &&
    isDeepStrictEqual(before.recent, after.recent) &&
    isDeepStrictEqual(before.moves, after.moves)
  );
}

/** A key's last use has its own row. */
export function entryRow({ id, seenAt, ...entry }: Entry, version: number) {
  const { row } = entry;
  if (entry.list === "keys") return { ...key(id), ...entry, row: { ...row, last_used_at: null }, version };
  return { ...key(id), ...entry, ...(seenAt === undefined ? {} : { seenAt }), version };
}

function putEntry(version: number | undefined, entry: Entry): Write {
  return {
    Put: {
      TableName: TABLE(),
      Item: entryRow(entry, (version ?? 0) + 1),
      ...(version === undefined
        ? { ConditionExpression: "attribute_not_exists(pk)" }
        : { ConditionExpression: "version = :version", ExpressionAttributeValues: { ":version": version } }),
    },
  };
}
