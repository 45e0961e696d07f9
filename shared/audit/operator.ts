import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { Cursor, Limit, opaqueId, RowId } from "../listing.ts";
import { AuditEntry } from "./entry.ts";

/** Lists what operators changed, newest first; with `userId`, only what concerns this customer. */
export const listAudit = endpoint({
  method: "GET",
  path: "/api/admin/audit",
  audience: "operator",
  input: z.strictObject({
    limit: Limit,
    cursor: Cursor,
    /** From `auditAddress`. */
    id: RowId,
    userId: z.optional(opaqueId()),
  }),
  output: z.object({ entries: z.array(AuditEntry), next: z.nullable(z.string()) }),
});
