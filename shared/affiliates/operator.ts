import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { Instant } from "../instant.ts";
import { Cursor, Direction, InQuery, Offset, opaqueId, Paging, SearchPaging } from "../listing.ts";
import { ActivityEntry } from "./activity.ts";
import { AffiliateStatus } from "./affiliate.ts";

const AffiliateId = opaqueId("id is required");

/** An affiliate in the back office. Amounts in cents of US dollars. */
export const AffiliateRow = z.object({
  id: z.string(),
  user_id: z.string(),
  email: z.string(),
  referral_code: z.string(),
  total_referrals: z.number(),
  total_earnings_cents: z.number(),
  pending_payout_cents: z.number(),
  last_payout_at: z.nullable(Instant),
  created_at: Instant,
  is_active: z.boolean(),
  /** A fraction: 0.2 is 20 %. */
  commission_rate: z.number(),
  /** Country of the bank account; absent until the affiliate chooses one. */
  country: z.optional(z.string()),
});

export type AffiliateRow = z.output<typeof AffiliateRow>;

const AffiliatePage = z.object({
  rows: z.array(AffiliateRow),
  total: z.number(),
  next: z.nullable(z.string()),
});

/** Lists affiliates, newest first by default. `total` counts the affiliates with this `status`. */
export const listAffiliates = endpoint({
  method: "GET",
  path: "/admin/affiliates",
  audience: "operator",
  input: z.strictObject({
    ...Paging,
    sort: z._default(z.enum(["created_at", "pending_payout_cents"]), "created_at"),
    direction: Direction,
    status: z.optional(AffiliateStatus),
  }),
  output: AffiliatePage,
});

/** Finds affiliates whose address or code begins with `search`, newest first. `total` stops at a thousand. */
export const searchAffiliates = endpoint({
  method: "POST",
  path: "/admin/affiliates/search",
  audience: "operator",
  byKey: "read",
  input: z.object({ ...SearchPaging, status: z.optional(AffiliateStatus) }),
  output: AffiliatePage,
});

/** Suspends or reactivates an affiliate. Repeating the call changes and records nothing. */
export const halt = endpoint({
  method: "POST",
  path: "/admin/halt",
  audience: "operator",
  errors: ["NOT_FOUND", "CONFLICT"],
  input: z.object({
    scope: z.literal("affiliate", 'scope must be "affiliate"'),
    id: AffiliateId,
    active: z.boolean("active must be true or false"),
  }),
  output: z.object({ ok: z.literal(true), is_active: z.boolean() }),
});

/** Sets an affiliate's rate for new attributions. */
export const setCommissionRate = endpoint({
  method: "PATCH",
  path: "/admin/affiliates/{id}",
  audience: "operator",
  errors: ["NOT_FOUND", "CONFLICT"],
  input: z.object({
    id: AffiliateId,
    commission_rate: z
      .number("commission_rate must be a number from 0 to 1")
      .check(
        z.minimum(0, "commission_rate must be a number from 0 to 1"),
        z.maximum(1, "commission_rate must be a number from 0 to 1"),
        z.multipleOf(0.0001, "commission_rate may have at most four decimal places"),
      ),
  }),
  output: z.object({ id: z.string(), commission_rate: z.number() }),
});

/** Lists activity, newest first. If you ask for one `type`, the list is also in `clicks` or `conversions`. */
export const listActivity = endpoint({
  method: "GET",
  path: "/api/admin/activity",
  audience: "operator",
  input: z.strictObject({
    type: z.optional(z.enum(["click", "conversion"], "type must be click or conversion")),
    limit: z._default(z.pipe(InQuery, z.literal([25, 50, 100], "limit must be 25, 50 or 100")), 50),
    offset: Offset,
    affiliate_id: z.optional(AffiliateId),
    cursor: Cursor,
  }),
  output: z.object({
    logs: z.array(ActivityEntry),
    clicks: z.optional(z.array(ActivityEntry)),
    conversions: z.optional(z.array(ActivityEntry)),
    /** Email addresses by affiliate id, for up to 90 affiliates in `logs`. A deleted account has none. */
    emails: z.record(z.string(), z.string()),
    /** All-time count. The list has only the last 400 days. */
    total: z.number(),
    next: z.nullable(z.string()),
  }),
});
