import type { Grant } from "#shared/grants/grant.ts";
import type { Leaves } from "#shared/grants/obligations.ts";
import { toEpochSeconds } from "#shared/instant.ts";
import type { Entitlement } from "#shared/licenses/standing.ts";
import { endsAt, isOngoing, isOver, renews } from "#shared/subscriptions/subscription.ts";
import { hasLostDispute, type SubscriptionFacts } from "../grants/index.ts";

/** How Stripe collects the payments of a subscription. Never stored. */
export type Collection = {
  /** begun: we are pausing collection, and existing invoices may still be collected. */
  pausedBy: "us" | "begun" | "another" | "nobody";
  /** Epoch seconds; null while the subscription runs. */
  endedAt: number | null;
  /** Whether we ended the subscription as a duplicate and must refund its payment. */
  isDuplicate: boolean;
  /** For an ended subscription: invoices that could still be paid, although they buy nothing. */
  openInvoices: string[];
  /** Whether the latest invoice is a draft or open. */
  owes: boolean;
  /** When the latest invoice was paid, epoch seconds. Null if unpaid, and for a first invoice that was paid at once. */
  paidAt: number | null;
  changeWaits: boolean;
};

/** The comments with which we end subscriptions. Stripe's dashboard shows them, and we read them back. */
export const END_COMMENTS = {
  refund: "Ended by the shop: its payment was refunded",
  dispute: "Ended by the shop: a dispute about it was lost",
  unpaid: "Ended by the shop: its first payment failed",
  canceled: "Ended by the shop: canceled before its renewal was charged",
  duplicate: "Ended by the shop: the customer has another subscription",
  credited: "Ended by the shop: credited to a lifetime license",
  lifetime: "Ended by the shop: the customer bought a lifetime license instead",
  deleted: "Ended by the shop: the account was deleted",
} as const;

/** Metadata on a subscription while we pause it. A manual pause has none. */
export const PAUSE_MARKS = { us: "shop", begun: "shop-begun" } as const;

/** The change that a subscription needs at Stripe, so that its customer never pays for a key that does not work. */
export type Step =
  | { kind: "none" }
  | {
      kind: "settle";
      leaves: Leaves;
      /** When the subscription ends: at the end of its period, not at all, or immediately for one of three reasons. */
      end: "refund" | "dispute" | "lifetime" | "with its period" | "stays";
    };
const NONE: Step = { kind: "none" };
const settle = (leaves: Leaves, end: Extract<Step, { kind: "settle" }>["end"] = "stays"): Step => ({
  kind: "settle",
  leaves,
  end,
});

/** @param grant decided from the same reading of the subscription */
export function stepFor(
  { facts, collection }: Seen,
  grant: Grant | undefined,
  grants: readonly Grant[],
): Step {
  if (isOver(facts.subscription_status)) return collection.openInvoices.length > 0 ? settle("over") : NONE;
  if (grant === undefined || !isOngoing(facts.subscription_status)) return NONE;
  const reason = reasonToEnd(grant);
  if (reason) return settle("over", reason);
  const replaced = grants.some(isLifetime) ? replacedBy(grants, facts, collection) : NONE;
  if (replaced.kind !== "none") return replaced;
  const { pausedBy, changeWaits } = collection;
  if (isOnHold(grant))
    return pausedBy === "nobody" || pausedBy === "begun" || changeWaits ? settle("onHold") : NONE;
  if (pausedBy === "us" || pausedBy === "begun") return settle("works");
  // The lost dispute is about an earlier period. The customer keeps the paid time, but the subscription does not renew.
  if (hasLostDispute(grant) && renews(facts)) return settle("ends", "with its period");
  return changeWaits && endsAt(facts) !== null ? settle("ends") : NONE;
}

type Seen = { facts: SubscriptionFacts; collection: Collection };

const isLifetime = ({ source, entitlement }: Grant): boolean =>
  source === "lifetime" && entitlement.revocations.length === 0;

/**
 * The step for a customer who also has a lifetime license. The subscription ends when its paid period ends, or
 * immediately if that period was unpaid when the license was bought.
 */
function replacedBy(grants: readonly Grant[], facts: SubscriptionFacts, collection: Collection): Step {
  const { owes, paidAt, changeWaits } = collection;
  if ((owes && !changeWaits) || isCrossed(grants, paidAt)) return settle("over", "lifetime");
  return renews(facts) || changeWaits || facts.next_plan !== undefined
    ? settle("replaced", "with its period")
    : NONE;
}

/**
 * Whether a renewal was paid after the purchase of the lifetime license. Stripe's times have whole seconds, so the same
 * second counts as after.
 */
export const isCrossed = (grants: readonly Grant[], paidAt: number | null): boolean =>
  paidAt !== null && grants.some((grant) => isLifetime(grant) && paidAt >= toEpochSeconds(grant.createdAt));

/** A refund marked as GUARANTEE ends the subscription, whatever period the refund was for. */
function reasonToEnd({ entitlement, troubles }: Grant): "refund" | "dispute" | undefined {
  if (entitlement.revocations.includes("dispute")) return "dispute";
  if (troubles.some(({ refunded, isGuarantee }) => refunded && isGuarantee)) return "refund";
  return entitlement.revocations.includes("refund") ? "refund" : undefined;
}

export const isOnHold = ({ entitlement }: Grant): boolean => !entitlement.active || isSuspended(entitlement);

const isSuspended = (entitlement: Entitlement): boolean =>
  entitlement.suspensions.includes("dispute") || entitlement.suspensions.includes("account");
