import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { Instant } from "../instant.ts";
import { Cursor, Limit, opaqueId, RowId, Search } from "../listing.ts";
import { ListedEntry } from "./entry.ts";

export const AREAS = ["customers", "keys", "sales", "refunds", "affiliates", "payouts", "service"] as const;
export type AuditArea = (typeof AREAS)[number];
/** The kinds of changes, with the prefixes of their actions. */
export const AUDIT_AREAS: Readonly<Record<AuditArea, readonly string[]>> = {
  customers: ["accounts/", "customers/", "mail/"],
  keys: ["licenses/"],
  sales: ["catalog/", "checkout/", "discounts/", "promotions/", "subscriptions/"],
  refunds: ["refunds/", "disputes/", "reconciliation/"],
  affiliates: ["affiliates/", "referrals/"],
  payouts: ["payouts/"],
  service: ["apiKeys/", "insights/", "operator:", "release:", "security/", "status/"],
};

const Filters = {
  limit: Limit,
  cursor: Cursor,
  userId: z.optional(opaqueId()),
  day: z.optional(z.iso.date()),
  area: z.optional(z.enum(AREAS)),
  action: z.optional(z.string().check(z.regex(/^\w+[/:]\w+$/))),
};

const AuditPage = z.object({
  entries: z.array(ListedEntry),
  next: z.nullable(z.string()),
  /** How far back the call has read. Absent if the page is full, or if nothing follows. */
  searchedTo: z.optional(Instant),
});

/**
 * Lists operators' changes, newest first. `userId` selects one customer, `day` one UTC day, `area` one kind of
 * change, `action` one action. A call reads at most 4,000 entries, so a page can have fewer entries than `limit`
 * although more follow.
 */
export const listAudit = endpoint({
  method: "GET",
  path: "/api/admin/audit",
  audience: "operator",
  /** `id` is from `auditAddress`. */
  input: z.strictObject({ ...Filters, id: RowId }),
  output: AuditPage,
});

/**
 * Finds operators' changes that contain the text in an id, the note, an old or new value, or the customer's address or
 * name. It reads and filters like `listAudit`.
 */
export const searchAudit = endpoint({
  method: "POST",
  path: "/api/admin/audit/search",
  audience: "operator",
  byKey: "read",
  shows: ["accounts"],
  input: z.object({ ...Filters, search: Search }),
  output: AuditPage,
});
