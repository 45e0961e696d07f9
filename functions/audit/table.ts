import { createHash } from "node:crypto";
import * as z from "zod/mini";
import { RESULT } from "#shared/audit/entry.ts";
import { AppError } from "#shared/errors.ts";
import { DAY, Instant, SECOND } from "#shared/instant.ts";
import { LICENSE_KEY_IN_TEXT, maskKey } from "#shared/licenses/masked.ts";
import {
  allItems,
  type Item,
  retryOnConflict,
  transact,
  updateItem,
  type Write,
  WriteConflict,
} from "../platform/dynamo.ts";
import { env } from "../platform/env.ts";
import { newId } from "../platform/random.ts";

/**
 * Audit: the audit log. `pk` is "audit", because one partition is enough. `sk` is the time and an id, so that one Query
 * reads the log in order. The index `byUser` lists the entries about one customer. Entries are never edited or deleted,
 * but an account's deletion removes the text of notes about its customer. Rows with `pk` "request#<id>" mark recorded
 * forms for a month. Their `sk` is a hash of the form's subject and text.
 */
const TABLE = () => env("TABLE_AUDIT");
export const PARTITION = "audit";
/** Much longer than a form usually stays open. */
const KEEP_REQUESTS_FOR = 30 * DAY;

export const SCHEDULE = "schedule";
/** The `operator` of a command that runs with a deployment's rights. */
export const DEPLOYER = "deployer";

/** The note of this call says why an account was deleted, so the note stays. */
const DELETED = "customers/deleteCustomer";
export const FORGOTTEN = "Removed with the account";

export type Change = {
  /** The `userId` of an operator or a customer, `keyCaller` of an API key, SCHEDULE or DEPLOYER. */
  operator: string;
  /** The endpoint's id (`affiliates/halt`) or the command. */
  action: string;
  /** `<kind>#<id>` of the changed object: `user#<id>`, `key#<id in the back office>`, `payout#<id>`. */
  subject: string;
  userId?: string | undefined;
  before: unknown;
  after: unknown;
  at: Instant;
  note?: string | undefined;
};

/** Belongs in the change's transaction, so that the log never misses a change. */
export function auditEntry(change: Change): Write {
  return { Put: { TableName: TABLE(), Item: toItem(change) } };
}

/** Use `auditAround` for calls to other services. */
export async function recordAudit(change: Change): Promise<void> {
  await transact([auditEntry(change)]);
}

/** Records a form's text about a subject once, even if the form is sent again. @param requestId of the form */
export async function recordOnce(requestId: string, change: Change): Promise<void> {
  await retryOnConflict(async () => {
    try {
      await transact([auditEntry(change), markRequest(requestId, change, new Date(change.at))]);
    } catch (error) {
      if (!(error instanceof WriteConflict && error.isDecided)) throw error;
    }
  });
}

const markRequest = (requestId: string, { subject, note }: Change, now: Date): Write => ({
  Put: {
    TableName: TABLE(),
    Item: {
      pk: `request#${requestId}`,
      sk: createHash("sha256")
        .update(JSON.stringify([subject, note]))
        .digest("base64url"),
      expiresAtEpoch: Math.floor((now.getTime() + KEEP_REQUESTS_FOR) / SECOND),
    },
    ConditionExpression: "attribute_not_exists(pk)",
  },
});

/**
 * Audits a change at another service, which no transaction can include. Writes one entry before the change, and another
 * once the result is known.
 * @param work calls the service; a refusal (AppError) is recorded as the result
 * @param resultOf the second entry's content
 */
export async function auditAround<T>(
  change: Omit<Change, "after" | "note">,
  asked: unknown,
  work: () => Promise<T>,
  resultOf: (made: T) => unknown,
): Promise<T> {
  const record = (after: unknown) =>
    recordAudit({
      ...change,
      after,
      // One millisecond after the first entry, so that lists sort the two in this order.
      at: new Date(Date.parse(change.at) + 1).toISOString(),
      note: RESULT,
    });
  await recordAudit({ ...change, after: { asked } });
  const made = await work().catch(async (error: unknown) => {
    if (error instanceof AppError) await record({ refused: error.message });
    throw error;
  });
  await record(resultOf(made));
  return made;
}

export async function listNotes(userId: string) {
  const items = await allItems({
    TableName: TABLE(),
    IndexName: "byUser",
    KeyConditionExpression: "userId = :user",
    ExpressionAttributeValues: { ":user": userId },
  });
  return items.filter((item) => isInWords(item, userId)).map((item) => Note.parse(item));
}
const isInWords = ({ action, note, operator }: Item, userId: string): boolean =>
  typeof note === "string" &&
  note !== RESULT &&
  note !== FORGOTTEN &&
  action !== DELETED &&
  operator !== userId;
const Note = z.object({ pk: z.string(), sk: z.string(), at: Instant, note: z.string() });

export async function forgetNotes(userId: string): Promise<void> {
  for (const { pk, sk } of await listNotes(userId))
    await updateItem({
      TableName: TABLE(),
      Key: { pk, sk },
      UpdateExpression: "SET note = :forgotten",
      ExpressionAttributeValues: { ":forgotten": FORGOTTEN },
    });
}

/** The log is permanent and exportable, so it must not contain license keys. */
export function maskKeys<T extends object>(entry: T): T {
  return JSON.parse(JSON.stringify(entry).replaceAll(LICENSE_KEY_IN_TEXT, maskKey));
}

function toItem(change: Change): Item {
  const id = newId();
  const { before = null, after = null } = change;
  return { pk: PARTITION, sk: `${change.at}#${id}`, id, ...maskKeys({ ...change, before, after }) };
}
