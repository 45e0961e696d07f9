import type { Revocation, Suspension } from "../licenses/standing.ts";
import type { SubscriptionStatus } from "../subscriptions/subscription.ts";

/**
 * What a subscription's status gives. The grant's rules read it, and docs/states.md draws it.
 * none: never paid, so nothing is granted · live · grace: live, with a warning, for 14 days ·
 * suspended: kept, and lifted by paying · ended: over; the key is kept for a next subscription
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
 * What befalls a payment, and what that takes from the grant it paid for. Of a subscription only the last payment
 * counts: the period that runs stands on no other.
 */
export const TROUBLE_TAKES = {
  "dispute open": { suspension: "dispute", revocation: null },
  "dispute lost": { suspension: null, revocation: "dispute" },
  /** Not where the operator gave the money back as a gift. */
  "refunded in full": { suspension: null, revocation: "refund" },
} as const satisfies Record<string, { suspension: Suspension | null; revocation: Revocation | null }>;

/** A Stripe event that was taken: what may follow. The writes' conditions read it. */
export const EVENT_NEXT = {
  /** Its work is being done, or has failed and waits for the next delivery or for the operator. */
  received: ["received", "done"],
  /** Two deliveries at once may both end here; none goes back. */
  done: ["done"],
} as const satisfies Record<string, readonly string[]>;
export type EventState = keyof typeof EVENT_NEXT;

/** The states from which an event may come to another. */
export function eventStatesBefore(to: EventState): string[] {
  return Object.entries<readonly string[]>(EVENT_NEXT).flatMap(([from, next]) =>
    next.includes(to) ? [from] : [],
  );
}
