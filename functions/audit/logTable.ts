import * as z from "zod/mini";
import { AuditEntry } from "#shared/audit/entry.ts";
import { LICENSE_KEY_IN_TEXT } from "#shared/licenses/masked.ts";
import { readCursor, writeCursor } from "../platform/cursor.ts";
import { queryItems } from "../platform/dynamo.ts";
import { env } from "../platform/env.ts";
import { keyIdOf } from "../platform/keyId.ts";
import { maskKeys, PARTITION } from "./table.ts";

/** Reading the audit log: apart from writing it, so that who writes carries none of this along. */
const TABLE = () => env("TABLE_AUDIT");

const OLD_KEY_SUBJECT = new RegExp(`^key#(${LICENSE_KEY_IN_TEXT.source})$`);

const Position = z.strictObject({ pk: z.string(), sk: z.string() });
const UserPosition = z.object({ pk: z.string(), sk: z.string(), userId: z.string(), at: z.string() });
type Page = { entries: AuditEntry[]; next: string | null };

/** What was changed, newest first. @throws NOT_FOUND for a cursor of another list */
export async function listAudit(limit: number, cursor: string | undefined): Promise<Page> {
  return page({
    KeyConditionExpression: "pk = :audit",
    ExpressionAttributeValues: { ":audit": PARTITION },
    Limit: limit,
    ...(cursor === undefined
      ? {}
      : { ExclusiveStartKey: readCursor(cursor, Position, ({ pk }) => pk === PARTITION) }),
  });
}

/** The same of one customer. */
export async function listAuditOf(userId: string, limit: number, cursor: string | undefined): Promise<Page> {
  return page({
    IndexName: "byUser",
    KeyConditionExpression: "userId = :user",
    ExpressionAttributeValues: { ":user": userId },
    Limit: limit,
    ...(cursor === undefined
      ? {}
      : { ExclusiveStartKey: readCursor(cursor, UserPosition, (position) => position.userId === userId) }),
  });
}

/** One entry by the address that links have it by: when it was made, and its id. */
export async function listOne(address: string): Promise<Page> {
  return page({
    KeyConditionExpression: "pk = :audit AND sk = :entry",
    ExpressionAttributeValues: { ":audit": PARTITION, ":entry": address.replace("_", "#") },
  });
}

async function page(input: Omit<Parameters<typeof queryItems>[0], "TableName">): Promise<Page> {
  const { items, lastKey } = await queryItems({ TableName: TABLE(), ScanIndexForward: false, ...input });
  return { entries: items.map((item) => shown(AuditEntry.parse(item))), next: writeCursor(lastKey) };
}

/** Until November 2026 an entry named a license key by the key. Nothing edits the log, so it is masked on reading. */
function shown(entry: AuditEntry): AuditEntry {
  const subject = entry.subject.replace(OLD_KEY_SUBJECT, (_whole, key: string) => `key#${keyIdOf(key)}`);
  return maskKeys({ ...entry, subject });
}
