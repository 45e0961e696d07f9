import { isDeepStrictEqual } from "node:util";
import * as z from "zod/mini";
import { Instant } from "#shared/instant.ts";
import { KEY_ALPHABET } from "#shared/licenses/key.ts";
import { getItem, getItems, type Item, type Keys, type Rows, type Write } from "../platform/dynamo.ts";
import { env } from "../platform/env.ts";
import { type Entry, NEVER_SEEN } from "./rules.ts";

/**
 * In Directory, the time of a key's last use is in a row with the `pk` of the key's entry and `sk` "used". The row is
 * separate from the entry, because every lease refresh changes it. Lists of keys by last use contain only these rows.
 * Each such list has sixteen parts by the key's first character, because an index's partition takes only a thousand
 * write units a second. The first part has the list's own name. The other parts are "keys#1", "keys/active#1" and so on
 * (docs/decisions/how-do-lists-and-figures-follow-the-tables.md).
 */
const TABLE = () => env("TABLE_DIRECTORY");
const usedKey = (id: string) => ({ pk: id, sk: "used" });

const PARTS = 16;
const CHARACTERS_A_PART = KEY_ALPHABET.length / PARTS;
const nameOf = (value: string, part: number): string => (part === 0 ? value : `${value}#${part}`);
const partOf = (licenseKey: string): number =>
  Math.max(0, Math.floor(KEY_ALPHABET.indexOf(licenseKey.charAt(0)) / CHARACTERS_A_PART));

/** The parts of a list by last use. @param value a list or one of its shelves */
export const partsOf = (value: string): string[] =>
  /^keys(\/|$)/.test(value) ? Array.from({ length: PARTS }, (_, part) => nameOf(value, part)) : [value];

/** `seenAt` ends with the part's number, so that one position can continue all parts. */
const Used = z.object({
  pk: z.string(),
  list: z.string(),
  shelf: z.string(),
  seenAt: z.string(),
  at: z.nullable(Instant),
  version: z.number(),
});
export type Used = z.output<typeof Used>;

export async function findUsed(id: string): Promise<Used | undefined> {
  if (!id.startsWith("key#")) return undefined;
  const item = await getItem({ TableName: TABLE(), Key: usedKey(id) });
  return item && Used.parse(item);
}

export function usedRow({ id, list, shelf, name = "", seenAt }: Entry, version: number): Item | undefined {
  if (list !== "keys" || shelf === undefined) return undefined;
  const part = partOf(name);
  return {
    ...usedKey(id),
    list: nameOf(list, part),
    shelf: nameOf(shelf, part),
    seenAt: `${seenAt} ${part}`,
    at: seenAt === NEVER_SEEN ? null : seenAt,
    version,
  };
}

export function usedWrites(before: Used | undefined, after: Entry): Write[] {
  const row = usedRow(after, (before?.version ?? 0) + 1);
  const isRead =
    before === undefined
      ? { ConditionExpression: "attribute_not_exists(pk)" }
      : { ConditionExpression: "version = :read", ExpressionAttributeValues: { ":read": before.version } };
  if (row !== undefined)
    return before && isDeepStrictEqual(before, Used.parse({ ...row, version: before.version }))
      ? []
      : [{ Put: { TableName: TABLE(), Item: row, ...isRead } }];
  return before ? [{ Delete: { TableName: TABLE(), Key: usedKey(after.id), ...isRead } }] : [];
}

export const usedKeys = (rows: readonly Item[]): Keys => ({
  [TABLE()]: rows.map(({ id }) => usedKey(`key#${id}`)),
});

/** @param read the rows read with `usedKeys` */
export function withLastUses(rows: readonly Item[], read: Rows): Item[] {
  const uses = new Map((read[TABLE()] ?? []).map((item) => [item.pk, Used.parse(item).at]));
  return rows.map((row) => {
    const at = uses.get(`key#${row.id}`);
    return at === undefined ? row : { ...row, last_used_at: at };
  });
}

/** DynamoDB's limit for one call. */
const AT_ONCE = 100;

export async function readLastUses(rows: readonly Item[]): Promise<Item[]> {
  const pages = Array.from({ length: Math.ceil(rows.length / AT_ONCE) }, (_, at) =>
    rows.slice(at * AT_ONCE, (at + 1) * AT_ONCE),
  );
  const read = await Promise.all(pages.map((page) => getItems(usedKeys(page))));
  return pages.flatMap((page, at) => withLastUses(page, read[at] ?? {}));
}
