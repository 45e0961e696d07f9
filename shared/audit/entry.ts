import * as z from "zod/mini";
import { Instant } from "../instant.ts";

/** One change that an operator made: who, when, what, before, after. */
export const AuditEntry = z.object({
  id: z.string(),
  at: Instant,
  /** The operator's user id, "schedule" or "deployer". */
  operator: z.string(),
  /** The endpoint's id: `licenses/revokeKey`. */
  action: z.string(),
  /** `<kind>#<id>` */
  subject: z.string(),
  /** The customer whom it concerns. */
  userId: z._default(z.nullable(z.string()), null),
  before: z.unknown(),
  after: z.unknown(),
  note: z._default(z.nullable(z.string()), null),
});
export type AuditEntry = z.output<typeof AuditEntry>;

/**
 * A change that another service makes leaves two entries: its intent before the service is asked, and its result, with
 * this note, after the answer. A process that dies between the two leaves the first. Where money moves, the entries
 * are in transactions, and the run that finds out the result writes the second in the same operator's name.
 */
export const RESULT = "Result";

/** What a link calls an entry: it is found by when it was made. */
export const auditAddress = ({ at, id }: Pick<AuditEntry, "at" | "id">): string => `${at}_${id}`;
