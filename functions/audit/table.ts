import { createHash } from "node:crypto";
import * as z from "zod/mini";
import { RESULT } from "#shared/audit/entry.ts";
import { AppError } from "#shared/errors.ts";
import { DAY, Instant, SECOND } from "#shared/instant.ts";
import { LICENSE_KEY_IN_TEXT, maskKey } from "#shared/licenses/masked.ts";
import {
  eachItem,
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
 * Audit: what operators changed. `pk` "audit", for one person's clicks are far from what a partition bears;
 * `sk` the time and an id, so that the log reads by one Query. Index `byUser` has the changes that concern one
 * customer. Nothing edits or deletes a change, but the words of a note go with the account that it is about. `pk` "request#<id>" and `sk` a hash of the words mark, for a month, what
 * was recorded for a form.
 */
const TABLE = () => env("TABLE_AUDIT");
export const PARTITION = "audit";
/** A form is not open longer. */
const KEEP_REQUESTS_FOR = 30 * DAY;

/** Who the log names where no person began what moves money. */
export const SCHEDULE = "schedule";
/** Who the log names where a command with a deployment's rights made the change. */
export const DEPLOYER = "deployer";

/** The call whose note says why an account was deleted: it stays. */
const DELETED = "customers/deleteCustomer";
/** What is left of a note about an account that was deleted. */
export const FORGOTTEN = "Removed with the account";

type Change = {
  /** The operator's user id: `caller.userId`; SCHEDULE where the clock did it, DEPLOYER where a command did. */
  operator: string;
  /** The endpoint's id, `affiliates/halt`, or the command. */
  action: string;
  /** What was changed, `<kind>#<id>`: `user#<id>`, `key#<id in the list>`, `payout#<id>`. */
  subject: string;
  /** The customer whom it concerns, where there is one. */
  userId?: string | undefined;
  before: unknown;
  after: unknown;
  at: Instant;
  note?: string | undefined;
};

/** For the transaction that makes the change: both or neither. */
export function auditEntry(change: Change): Write {
  return { Put: { TableName: TABLE(), Item: toItem(change) } };
}

/** Before something is handed out or given to a queue. What another service is asked for goes through `auditAround`. */
export async function recordAudit(change: Change): Promise<void> {
  await transact([auditEntry(change)]);
}

/** Records the same words about the same subject once, however often a form is sent. @param requestId of the form */
export async function recordOnce(requestId: string, change: Change): Promise<void> {
  await retryOnConflict(async () => {
    try {
      await transact([auditEntry(change), markRequest(requestId, change, new Date(change.at))]);
    } catch (error) {
      if (!(error instanceof WriteConflict && error.isDecided)) throw error;
    }
  });
}

/** @throws WriteConflict if these words were recorded for the form */
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
 * Audits a change that another service makes, which no transaction can hold.
 * @param asked what the operator wants
 * @param work asks the service; a refusal (AppError) is a result too
 * @param resultOf what the second entry says
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
      // Lists are sorted by time: the result follows its intent.
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

/** What operators wrote about an account in their own words. */
export async function listNotes(userId: string) {
  const found: { pk: string; sk: string; at: Instant; note: string }[] = [];
  for await (const item of eachItem({
    TableName: TABLE(),
    IndexName: "byUser",
    KeyConditionExpression: "userId = :user",
    ExpressionAttributeValues: { ":user": userId },
  }))
    if (isInWords(item, userId)) found.push(Note.parse(item));
  return found;
}
const isInWords = ({ action, note, operator }: Item, userId: string): boolean =>
  typeof note === "string" &&
  note !== RESULT &&
  note !== FORGOTTEN &&
  action !== DELETED &&
  operator !== userId;
const Note = z.object({ pk: z.string(), sk: z.string(), at: Instant, note: z.string() });

/** Of an account that is deleted. */
export async function forgetNotes(userId: string): Promise<void> {
  for (const { pk, sk } of await listNotes(userId))
    await updateItem({
      TableName: TABLE(),
      Key: { pk, sk },
      UpdateExpression: "SET note = :forgotten",
      ExpressionAttributeValues: { ":forgotten": FORGOTTEN },
    });
}

/** The log is kept for good, and exported: no license key is in it, whatever a change has in it. */
export function maskKeys<T extends object>(entry: T): T {
  return JSON.parse(JSON.stringify(entry).replaceAll(LICENSE_KEY_IN_TEXT, maskKey));
}

function toItem(change: Change): Item {
  const id = newId();
  const { before = null, after = null } = change;
  return { pk: PARTITION, sk: `${change.at}#${id}`, id, ...maskKeys({ ...change, before, after }) };
}
