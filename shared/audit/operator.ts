import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { Cursor, Limit, RowId } from "../listing.ts";
import { AuditEntry } from "./entry.ts";

/** What operators changed, newest first; of one customer where `userId` is given. */
export const listAudit = endpoint({
  method: "GET",
  path: "/api/admin/audit",
  audience: "operator",
  input: z.object({
    limit: Limit,
    cursor: Cursor,
    /** As `auditAddress` has it. */
    id: RowId,
    userId: z.optional(z.string().check(z.minLength(1), z.maxLength(128))),
  }),
  output: z.object({ entries: z.array(AuditEntry), next: z.nullable(z.string()) }),
});
