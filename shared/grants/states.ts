import type { Revocation, Suspension } from "../licenses/standing.ts";
import type { SubscriptionStatus } from "../subscriptions/subscription.ts";

/**
 * What each subscription status gives. The grant's rules read it, and docs/states.md draws it.
 * none: never paid, so nothing is granted · live · grace: live, with a warning, for 14 days · suspended: kept, and
 * restored by paying · ended: over; the key is kept for the next subscription
 */
export const SUBSCRIPTION_GIVES = {
  incomplete: "none",
  incomplete_expired: "none",
  trialing: "live",
  active: "live",
  past_due: "grace",
  unpaid: "suspended",
  paused: "suspended",
  canceled: "ended",
} as const satisfies Record<SubscriptionStatus, "none" | "live" | "grace" | "suspended" | "ended">;

/**
 * What a dispute or refund takes from the payment's grant. For a subscription only the last payment counts, since it
 * pays for the current period.
 */
export const TROUBLE_TAKES = {
  "dispute open": { suspension: "dispute", revocation: null },
  "dispute lost": { suspension: null, revocation: "dispute" },
  /** Unless the operator refunded it as a gift. */
  "refunded in full": { suspension: null, revocation: "refund" },
} as const satisfies Record<string, { suspension: Suspension | null; revocation: Revocation | null }>;

/** The next states of a Stripe event. The conditions of our writes read this table. */
export const EVENT_NEXT = {
  /** The event is being processed, or it failed and waits for the next delivery or the operator. */
  received: ["received", "done"],
  /** Two concurrent deliveries may both end here. */
  done: ["done"],
} as const satisfies Record<string, readonly string[]>;
export type EventState = keyof typeof EVENT_NEXT;

export function eventStatesBefore(to: EventState): string[] {
  return Object.entries<readonly string[]>(EVENT_NEXT).flatMap(([from, next]) =>
    next.includes(to) ? [from] : [],
  );
}
