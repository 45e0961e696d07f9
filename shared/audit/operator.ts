import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { Cursor, Limit, opaqueId, RowId } from "../listing.ts";
import { ListedEntry } from "./entry.ts";

/** Lists what operators changed, newest first. `userId` selects one customer, `day` one UTC day. */
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
    day: z.optional(z.iso.date()),
  }),
  output: z.object({ entries: z.array(ListedEntry), next: z.nullable(z.string()) }),
});
