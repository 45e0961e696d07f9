import type { Instant } from "#shared/instant.ts";
import { LICENSE_KEY_IN_TEXT, maskKey } from "#shared/licenses/masked.ts";
import { type Item, transact, type Write } from "../platform/dynamo.ts";
import { env } from "../platform/env.ts";
import { newId } from "../platform/random.ts";

/**
 * Audit: what operators changed. `pk` "audit", for one person's clicks are far from what a partition bears;
 * `sk` the time and an id, so that the log reads by one Query. Index `byUser` has the changes that concern one
 * customer. Nothing edits or deletes a row.
 */
const TABLE = () => env("TABLE_AUDIT");
export const PARTITION = "audit";

/** Who the log names where no person began what moves money. */
export const SCHEDULE = "schedule";

/**
 * Whatever moves money leaves two entries: its intent in the transaction that precedes the request to Stripe, and its
 * result in the transaction that follows the answer. A process that dies between the two leaves the first; the run
 * that finds out the result writes the second in the same operator's name, with this note.
 */
export const RESULT = "Result";

type Change = {
  /** The operator's user id: `caller.userId`; SCHEDULE where the clock did it. */
  operator: string;
  /** The endpoint's id: `affiliates/halt`. */
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

/** For what another service did (a refund at Stripe, a mail of Cognito's), which no transaction can hold. */
export async function recordAudit(change: Change): Promise<void> {
  await transact([auditEntry(change)]);
}

/** The log is kept for good, and exported: no license key stands in it, whatever a change has in it. */
export function maskKeys<T extends object>(entry: T): T {
  return JSON.parse(JSON.stringify(entry).replaceAll(LICENSE_KEY_IN_TEXT, maskKey));
}

function toItem(change: Change): Item {
  const id = newId();
  const { before = null, after = null } = change;
  return { pk: PARTITION, sk: `${change.at}#${id}`, id, ...maskKeys({ ...change, before, after }) };
}
