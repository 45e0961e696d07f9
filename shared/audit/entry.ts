import * as z from "zod/mini";
import { Instant } from "../instant.ts";

export const AuditEntry = z.object({
  id: z.string(),
  at: Instant,
  /** The operator's user id, `key:<name>` for an API key, "schedule" or "deployer". */
  operator: z.string(),
  /** The endpoint's id: `licenses/revokeKey`. */
  action: z.string(),
  /** `<kind>#<id>` */
  subject: z.string(),
  userId: z._default(z.nullable(z.string()), null),
  before: z.unknown(),
  after: z.unknown(),
  note: z._default(z.nullable(z.string()), null),
});
export type AuditEntry = z.output<typeof AuditEntry>;

/** An entry as operators read it. The stored entry is permanent, so it has no address. */
export const ListedEntry = z.extend(AuditEntry, {
  /** The customer's address; null without a customer, for a deleted account, and if an API key lists the log. */
  email: z.nullable(z.string()),
});
export type ListedEntry = z.output<typeof ListedEntry>;

/**
 * The note of an entry that records a result. A change at another service leaves two entries: the intent before the
 * request, and the result after the answer. If the process dies in between, only the first exists. Where money moves,
 * transactions write the entries, and the run that learns the result writes the second one in the operator's name.
 */
export const RESULT = "Result";

/** The id of an entry in links. The time is part of it, because the log is sorted by time. */
export const auditAddress = ({ at, id }: Pick<AuditEntry, "at" | "id">): string => `${at}_${id}`;
