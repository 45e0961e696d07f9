import * as z from "zod/mini";
import { AuditEntry } from "#shared/audit/entry.ts";
import { AUDIT_AREAS, type AuditArea } from "#shared/audit/operator.ts";
import { LICENSE_KEY_IN_TEXT } from "#shared/licenses/masked.ts";
import { readCursor, writeCursor } from "../platform/cursor.ts";
import { type Item, queryItems } from "../platform/dynamo.ts";
import { env } from "../platform/env.ts";
import { keyIdOf } from "../platform/keyId.ts";
import { maskKeys, PARTITION } from "./table.ts";

/** Reads the audit log. Separate from table.ts, so that functions that only write do not bundle this. */
const TABLE = () => env("TABLE_AUDIT");

const OLD_KEY_SUBJECT = new RegExp(`^key#(${LICENSE_KEY_IN_TEXT.source})$`);

const Position = z.strictObject({ pk: z.string(), sk: z.string() });
const UserPosition = z.object({ pk: z.string(), sk: z.string(), userId: z.string(), at: z.string() });
type Page = { entries: AuditEntry[]; next: string | null };

type Asked = {
  limit: number;
  cursor?: string | undefined;
  userId?: string | undefined;
  /** A day in UTC. Both sort keys begin with the day. */
  day?: string | undefined;
  area?: AuditArea | undefined;
};

/** DynamoDB filters after it has counted to the limit, so a page with an area takes several reads. */
const MAX_READS = 40;

/** Newest first, for one customer or for all. @throws NOT_FOUND for a cursor of another list */
export async function listAudit({ limit, cursor, userId, day = "", area }: Asked): Promise<Page> {
  const [name, value, sort] = userId === undefined ? ["pk", PARTITION, "sk"] : ["userId", userId, "at"];
  const beginnings = area === undefined ? [] : AUDIT_AREAS[area].map((text, at) => [`:area${at}`, text]);
  const names = { ...(day !== "" && { "#sort": sort }), ...(area && { "#action": "action" }) };
  return page({
    ...(userId !== undefined && { IndexName: "byUser" }),
    KeyConditionExpression: `${name} = :value${day === "" ? "" : " AND begins_with(#sort, :day)"}`,
    ...(area && {
      FilterExpression: beginnings.map(([at]) => `begins_with(#action, ${at})`).join(" OR "),
    }),
    ...((day !== "" || area) && { ExpressionAttributeNames: names }),
    ExpressionAttributeValues: {
      ":value": value,
      ...(day !== "" && { ":day": day }),
      ...Object.fromEntries(beginnings),
    },
    Limit: limit,
    ...(cursor !== undefined && {
      ExclusiveStartKey:
        userId === undefined
          ? readCursor(cursor, Position, ({ pk, sk }) => pk === PARTITION && sk.startsWith(day))
          : readCursor(cursor, UserPosition, (at) => at.userId === userId && at.at.startsWith(day)),
    }),
  });
}

/** @param address the entry's time and id, as in a link */
export async function listOne(address: string): Promise<Page> {
  return page({
    KeyConditionExpression: "pk = :audit AND sk = :entry",
    ExpressionAttributeValues: { ":audit": PARTITION, ":entry": address.replace("_", "#") },
  });
}

async function page(input: Omit<Parameters<typeof queryItems>[0], "TableName">): Promise<Page> {
  const found: Item[] = [];
  let from = input.ExclusiveStartKey;
  for (let reads = 0; reads < MAX_READS; reads += 1) {
    const { items, lastKey } = await queryItems({
      TableName: TABLE(),
      ScanIndexForward: false,
      ...input,
      ...(from && { ExclusiveStartKey: from }),
      ...(input.Limit !== undefined && { Limit: input.Limit - found.length }),
    });
    found.push(...items);
    from = lastKey;
    if (from === undefined || found.length === input.Limit) break;
  }
  return { entries: found.map((item) => shown(AuditEntry.parse(item))), next: writeCursor(from) };
}

/** Until November 2026 entries contained whole license keys. The log is append-only, so reading masks them. */
function shown(entry: AuditEntry): AuditEntry {
  const subject = entry.subject.replace(OLD_KEY_SUBJECT, (_whole, key: string) => `key#${keyIdOf(key)}`);
  return maskKeys({ ...entry, subject });
}
