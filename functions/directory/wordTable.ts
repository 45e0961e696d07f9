import * as z from "zod/mini";
import { readCursor, writeCursor } from "../platform/cursor.ts";
import { getItems, type Item, isPrefix, queryItems, type Write } from "../platform/dynamo.ts";
import { env } from "../platform/env.ts";
import type { Entry } from "./rules.ts";

/**
 * In Directory: one row per search word of an entry, with the entry's `pk` and `sk` "word#<word>". The row is written
 * and deleted with the entry. An entry's name needs no such row. In the indexes by name, words have their own
 * partitions: "users/words", or "users/active/words" for a shelf.
 */
const TABLE = () => env("TABLE_DIRECTORY");
const wordKey = (id: string, word: string) => ({ pk: id, sk: `word#${word}` });
export const wordsOf = (partition: string) => `${partition}/words`;

type Filed = Pick<Entry, "list" | "shelf" | "words">;

export const wordRows = ({ id, list, shelf, words = [] }: Filed & { id: string }): Item[] =>
  list === undefined
    ? []
    : words.map((word) => ({
        ...wordKey(id, word),
        list: wordsOf(list),
        ...(shelf === undefined ? {} : { shelf: wordsOf(shelf) }),
        name: word,
      }));

export function wordWrites(
  before: { words?: string[] | undefined; shelf?: string | undefined },
  after: Entry,
): Write[] {
  const rows = wordRows(after);
  const kept = new Set(before.shelf === after.shelf ? before.words : []);
  const now = new Set(rows.map(({ name }) => name));
  return [
    ...rows
      .filter(({ name }) => !kept.has(String(name)))
      .map((Item): Write => ({ Put: { TableName: TABLE(), Item } })),
    ...(before.words ?? [])
      .filter((word) => !now.has(word))
      .map((word): Write => ({ Delete: { TableName: TABLE(), Key: wordKey(after.id, word) } })),
  ];
}

export type Search = {
  list: "users" | "keys" | "payouts";
  /** Limits the result to one shelf. */
  part?: string | undefined;
  /** Prefix of an entry's name; empty matches none. */
  name: string;
  /** Prefix of one of the entry's words; empty matches none. */
  word: string;
  /** A prefix that the entry's name or one of its words must also have. */
  also?: string;
  limit: number;
  offset?: number;
  cursor?: string | undefined;
};

const Found = z.object({
  pk: z.string(),
  name: z.string(),
  words: z._default(z.array(z.string()), []),
  row: z.record(z.string(), z.unknown()),
});
const Match = z.object({ pk: z.string(), name: z.string() });
const PLACE = { pk: z.string(), sk: z.string(), name: z.string() };
const POSITIONS = {
  list: z.strictObject({ ...PLACE, list: z.string() }),
  shelf: z.strictObject({ ...PLACE, shelf: z.string() }),
};

/** Finds entries by name, then by word, and returns each entry once. */
export async function search(wanted: Search): Promise<{ rows: Item[]; next: string | null }> {
  const { limit, name, word, cursor, list, part } = wanted;
  const skipped = cursor === undefined ? (wanted.offset ?? 0) : 0;
  const partition = part === undefined ? "list" : "shelf";
  const names = part === undefined ? list : `${list}/${part}`;
  const words = wordsOf(names);
  const isHere = (position: Item) =>
    (position[partition] === names && String(position.name).startsWith(name)) ||
    (position[partition] === words && String(position.name).startsWith(word));
  const start = cursor === undefined ? undefined : readCursor<Item>(cursor, POSITIONS[partition], isHere);
  const query = (value: string, prefix: string) =>
    beginning(partition, value, prefix, skipped + limit, start?.[partition] === value ? start : undefined);
  const [byName, byWord] = await Promise.all([
    start?.[partition] === words ? NOTHING : query(names, name),
    query(words, word),
  ]);
  const named = byName.items.slice(skipped);
  const rows = named.map((item) => Found.parse(item).row);
  if (byName.lastKey) return { rows, next: writeCursor(byName.lastKey) };
  const from = Math.max(0, skipped - byName.items.length);
  const left = byWord.items.slice(from, from + limit - rows.length);
  const isCut = byWord.items.length > from + left.length;
  const last = left.at(-1) ?? named.at(-1);
  const next = isCut && last ? placeOf(last, partition) : byWord.lastKey;
  return { rows: [...rows, ...(await entriesOf(left, wanted))], next: writeCursor(next) };
}

const placeOf = ({ pk, sk, name, ...item }: Item, partition: string) => ({
  pk,
  sk,
  [partition]: item[partition],
  name,
});

const NOTHING: Awaited<ReturnType<typeof queryItems>> = { items: [], lastKey: undefined };

async function beginning(
  partition: "list" | "shelf",
  value: string,
  prefix: string,
  limit: number,
  start: Item | undefined,
) {
  if (prefix === "" || !isPrefix(prefix)) return NOTHING;
  return queryItems({
    TableName: TABLE(),
    IndexName: partition === "list" ? "byName" : "shelfByName",
    KeyConditionExpression: "#partition = :value AND begins_with(#name, :prefix)",
    ExpressionAttributeNames: { "#partition": partition, "#name": "name" },
    ExpressionAttributeValues: { ":value": value, ":prefix": prefix },
    Limit: limit,
    ...(start === undefined ? {} : { ExclusiveStartKey: start }),
  });
}

/** Reads the words' entries. Returns an entry at its first matching word, or omits it if its name matches. */
async function entriesOf(items: readonly Item[], { name, word, also = "" }: Search): Promise<Item[]> {
  if (items.length === 0) return [];
  const matches = items.map((item) => Match.parse(item));
  const ids = [...new Set(matches.map(({ pk }) => pk))];
  const read = await getItems({ [TABLE()]: ids.map((pk) => ({ pk, sk: "entry" })) });
  const entries = new Map((read[TABLE()] ?? []).flatMap((item) => parsed(item)));
  return matches.flatMap((match) => {
    const entry = entries.get(match.pk);
    if (!entry || (name !== "" && entry.name.startsWith(name))) return [];
    if (![entry.name, ...entry.words].some((one) => one.startsWith(also))) return [];
    const first = entry.words.filter((one) => one.startsWith(word)).sort()[0];
    return first === match.name ? [entry.row] : [];
  });
}

function parsed(item: Item): [string, z.output<typeof Found>][] {
  const entry = Found.safeParse(item);
  return entry.success ? [[entry.data.pk, entry.data]] : [];
}
