import * as z from "zod/mini";
import { OPTIONAL_PLANS, SUBSCRIPTION_PLANS } from "../catalog/catalog.ts";
import { Instant } from "../instant.ts";
import { MaskedKey } from "../licenses/masked.ts";
import { GrantSource, LICENSE_CODES, Tier, Warning } from "../licenses/standing.ts";
import { SubscriptionStatus } from "../subscriptions/subscription.ts";

/**
 * active: a live license that is paid for or was given · trial: a live trial or free key ·
 * expired: had one, and none is live · inactive: never had one
 */
export const MEMBERSHIPS = ["active", "trial", "expired", "inactive"] as const;
export type Membership = (typeof MEMBERSHIPS)[number];

/** What the list can be narrowed to. A suspended account is in no other one. */
export const USER_SHELVES = [...MEMBERSHIPS, "suspended"] as const;
export type UserShelf = (typeof USER_SHELVES)[number];

/** One row of the operator's list of users. */
export const UserRow = z.object({
  id: z.string(),
  email: z.string(),
  membership_status: z.enum(MEMBERSHIPS),
  is_suspended: z.boolean(),
  seat_count: z.number(),
  subscription_status: z.nullable(SubscriptionStatus),
  created_at: Instant,
  updated_at: z.nullable(Instant),
  last_sign_in_at: z.nullable(Instant),
  /** The country, ISO 3166, two letters. */
  last_login_location: z.nullable(z.string()),
  last_login_ip: z.nullable(z.string()),
});
export type UserRow = z.output<typeof UserRow>;

export function userShelf(row: Pick<UserRow, "is_suspended" | "membership_status">): UserShelf {
  return row.is_suspended ? "suspended" : row.membership_status;
}

/** A grant, and why it is worth what it is. */
export const GrantView = z.object({
  id: z.string(),
  source: GrantSource,
  tier: Tier,
  code: z.enum(LICENSE_CODES),
  warning: z.nullable(Warning),
  /** Why it is suspended or withdrawn. */
  reasons: z.array(z.enum(["payment", "dispute", "account", "owner", "refund"])),
  licenseKey: MaskedKey,
  expires_at: z.nullable(Instant),
  subscription_id: z.nullable(z.string()),
  subscription_status: z.nullable(SubscriptionStatus),
  current_period_end: z.nullable(z.number()),
  /** When the subscription is set to end, epoch seconds; null while it renews. */
  ends_at: z.nullable(z.number()),
  /** As in the customer's view: the payment for the period that runs follows within the hour. */
  renewal_pending: z.optional(z.literal(true)),
  /** Left out for the first plan of the catalog. */
  plan: z.optional(z.enum(OPTIONAL_PLANS)),
  /** How many seats the subscription pays for; left out for one. */
  quantity: z.optional(z.number()),
  /** Of a seat in a team: the account that pays for it. */
  team_owner: z.optional(z.string()),
  /** What the plan changes to, and when (epoch seconds); left out where nothing is planned. */
  next_plan: z.optional(z.object({ plan: z.enum(SUBSCRIPTION_PLANS), at: z.number() })),
  created_at: Instant,
});
export type GrantView = z.output<typeof GrantView>;
