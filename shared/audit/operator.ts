import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { Cursor, Limit, opaqueId, RowId } from "../listing.ts";
import { ListedEntry } from "./entry.ts";

export const AREAS = ["customers", "keys", "sales", "refunds", "affiliates", "payouts", "service"] as const;
export type AuditArea = (typeof AREAS)[number];
/** The kinds of changes, and how their actions begin. */
export const AUDIT_AREAS: Readonly<Record<AuditArea, readonly string[]>> = {
  customers: ["accounts/", "customers/", "mail/"],
  keys: ["licenses/"],
  sales: ["catalog/", "checkout/", "discounts/", "promotions/", "subscriptions/"],
  refunds: ["refunds/", "disputes/", "reconciliation/"],
  affiliates: ["affiliates/", "referrals/"],
  payouts: ["payouts/"],
  service: ["apiKeys/", "insights/", "operator:", "security/", "status/"],
};

/**
 * Lists operators' changes, newest first. `userId` selects one customer, `day` one UTC day, `area` one kind of
 * change. With an area, a page can have fewer entries than `limit` although more follow.
 */
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
    area: z.optional(z.enum(AREAS)),
  }),
  output: z.object({ entries: z.array(ListedEntry), next: z.nullable(z.string()) }),
});
