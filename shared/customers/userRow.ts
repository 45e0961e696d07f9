import * as z from "zod/mini";
import { OPTIONAL_PLANS, SUBSCRIPTION_PLANS } from "../catalog/catalog.ts";
import { Instant } from "../instant.ts";
import { MaskedKey } from "../licenses/masked.ts";
import { GrantSource, LICENSE_CODES, Tier, Warning } from "../licenses/standing.ts";
import { isOngoing, SubscriptionStatus } from "../subscriptions/subscription.ts";

/**
 * active: has a live license that was paid for or given · trial: has a live trial or free key · expired: had a license,
 * and none is live · inactive: never had one
 */
export const MEMBERSHIPS = ["active", "trial", "expired", "inactive"] as const;
export type Membership = (typeof MEMBERSHIPS)[number];

/** The list's filters. A suspended account matches only `suspended`. */
export const USER_SHELVES = [...MEMBERSHIPS, "suspended"] as const;
export type UserShelf = (typeof USER_SHELVES)[number];

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
  last_login_location: z.nullable(z.string()),
  last_login_ip: z.nullable(z.string()),
});
export type UserRow = z.output<typeof UserRow>;

export function userShelf(row: Pick<UserRow, "is_suspended" | "membership_status">): UserShelf {
  return row.is_suspended ? "suspended" : row.membership_status;
}

/** A subscription whose license does not work is in dispute or overdue, not expired. A free key is no trial. */
export function membershipWord({ membership_status: is, subscription_status }: UserRow): string {
  if (is === "trial" && subscription_status !== "trialing") return "free";
  const isStopped = is === "expired" && subscription_status !== null && isOngoing(subscription_status);
  return isStopped ? "license stopped" : is;
}

/** A grant, and why it has its state. */
export const GrantView = z.object({
  id: z.string(),
  source: GrantSource,
  tier: Tier,
  code: z.enum(LICENSE_CODES),
  warning: z.nullable(Warning),
  reasons: z.array(z.enum(["payment", "dispute", "account", "owner", "refund"])),
  licenseKey: MaskedKey,
  expires_at: z.nullable(Instant),
  subscription_id: z.nullable(z.string()),
  subscription_status: z.nullable(SubscriptionStatus),
  current_period_end: z.nullable(z.number()),
  /** When a canceled subscription ends, epoch seconds; null while it renews. */
  ends_at: z.nullable(z.number()),
  /** True if a lost dispute ends the ongoing subscription, so that nobody can keep it; otherwise absent. */
  is_final: z.optional(z.literal(true)),
  /** True if the current period's payment follows within the hour. */
  renewal_pending: z.optional(z.literal(true)),
  /** Absent for the catalog's first plan. */
  plan: z.optional(z.enum(OPTIONAL_PLANS)),
  /** How many seats the subscription pays for; absent for a single seat. */
  quantity: z.optional(z.number()),
  /** For a seat in a team: the account that pays for it. */
  team_owner: z.optional(z.string()),
  /** The next plan and when it begins (epoch seconds); absent if no change is planned. */
  next_plan: z.optional(z.object({ plan: z.enum(SUBSCRIPTION_PLANS), at: z.number() })),
  /** Why the subscription was canceled, as in `Subscription`; absent if unknown. */
  left_because: z.optional(z.string()),
  created_at: Instant,
});
export type GrantView = z.output<typeof GrantView>;
