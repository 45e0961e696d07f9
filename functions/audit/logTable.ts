import * as z from "zod/mini";
import { AuditEntry } from "#shared/audit/entry.ts";
import { AUDIT_AREAS, type AuditArea } from "#shared/audit/operator.ts";
import type { Instant } from "#shared/instant.ts";
import { LICENSE_KEY_IN_TEXT } from "#shared/licenses/masked.ts";
import { readCursor, writeCursor } from "../platform/cursor.ts";
import { type Item, queryItems } from "../platform/dynamo.ts";
import { env } from "../platform/env.ts";
import { keyIdOf } from "../platform/keyId.ts";
import { maskKeys, PARTITION } from "./table.ts";

/** Reads the audit log. Separate from table.ts, so that functions that only write do not bundle this code. */
const TABLE = () => env("TABLE_AUDIT");

const OLD_KEY_SUBJECT = new RegExp(`^key#(${LICENSE_KEY_IN_TEXT.source})$`);

const Position = z.strictObject({ pk: z.string(), sk: z.string() });
const UserPosition = z.object({ pk: z.string(), sk: z.string(), userId: z.string(), at: z.string() });
type Page = { entries: AuditEntry[]; next: string | null; searchedTo?: Instant };

type Asked = {
  limit: number;
  cursor?: string | undefined;
  userId?: string | undefined;
  /** A day in UTC. The sort keys `sk` and `at` begin with the day. */
  day?: string | undefined;
  area?: AuditArea | undefined;
  action?: string | undefined;
};
type Matching = (entries: readonly AuditEntry[]) => Promise<readonly AuditEntry[]>;

/** Entries per read if there is a filter. `matching` reads the customers of at most this many entries in one call. */
const READ = 100;
const MAX_READS = 40;

/** @param matching keeps the entries that a search finds. @throws NOT_FOUND for a cursor of another list */
export async function listAudit(asked: Asked, matching?: Matching): Promise<Page> {
  const { limit, cursor, userId, day = "", area, action } = asked;
  const [name, value, sort] = userId === undefined ? ["pk", PARTITION, "sk"] : ["userId", userId, "at"];
  const query = {
    TableName: TABLE(),
    ScanIndexForward: false,
    ...(userId !== undefined && { IndexName: "byUser" }),
    KeyConditionExpression: `${name} = :value${day === "" ? "" : " AND begins_with(#sort, :day)"}`,
    ...(day !== "" && { ExpressionAttributeNames: { "#sort": sort } }),
    ExpressionAttributeValues: { ":value": value, ...(day !== "" && { ":day": day }) },
    Limit: area || action || matching ? READ : limit,
  };
  const isAsked = (entry: AuditEntry): boolean =>
    (action ?? entry.action) === entry.action &&
    (area === undefined || AUDIT_AREAS[area].some((beginning) => entry.action.startsWith(beginning)));
  const found: AuditEntry[] = [];
  let from: Item | undefined;
  if (cursor !== undefined)
    from =
      userId === undefined
        ? readCursor(cursor, Position, ({ pk, sk }) => pk === PARTITION && sk.startsWith(day))
        : readCursor(cursor, UserPosition, (at) => at.userId === userId && at.at.startsWith(day));
  let reads = 0;
  do {
    const { items, lastKey } = await queryItems({ ...query, ...(from && { ExclusiveStartKey: from }) });
    const entries = items.map(shown).filter(isAsked);
    found.push(...(matching ? await matching(entries) : entries));
    from = lastKey;
    reads += 1;
  } while (from && found.length < limit && reads < MAX_READS);
  const last = found.length > limit ? found[limit - 1] : undefined;
  if (last) {
    const { at, id } = last;
    from = { pk: PARTITION, sk: `${at}#${id}`, ...(userId !== undefined && { userId, at }) };
  }
  return {
    entries: found.slice(0, limit),
    next: writeCursor(from),
    ...(from && found.length < limit && { searchedTo: String(from.sk).split("#")[0] ?? "" }),
  };
}

/** @param address the entry's time and id, as in a link */
export async function listOne(address: string): Promise<Page> {
  const { items } = await queryItems({
    TableName: TABLE(),
    KeyConditionExpression: "pk = :audit AND sk = :entry",
    ExpressionAttributeValues: { ":audit": PARTITION, ":entry": address.replace("_", "#") },
  });
  return { entries: items.map(shown), next: null };
}

/** Until November 2026 entries contained whole license keys. The log is append-only, so reading masks them. */
function shown(item: Item): AuditEntry {
  const entry = AuditEntry.parse(item);
  const subject = entry.subject.replace(OLD_KEY_SUBJECT, (_whole, key: string) => `key#${keyIdOf(key)}`);
  return maskKeys({ ...entry, subject });
}
