import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { Cursor, Limit, opaqueId, RowId } from "../listing.ts";
import { AuditEntry } from "./entry.ts";

/** What operators changed, newest first; of one customer where `userId` is given. */
export const listAudit = endpoint({
  method: "GET",
  path: "/api/admin/audit",
  audience: "operator",
  input: z.strictObject({
    limit: Limit,
    cursor: Cursor,
    /** As `auditAddress` has it. */
    id: RowId,
    userId: z.optional(opaqueId()),
  }),
  output: z.object({ entries: z.array(AuditEntry), next: z.nullable(z.string()) }),
});
