import type { Grant } from "#shared/billing/grant.ts";
import { isOngoing, isOver, type SubscriptionStatus } from "#shared/billing/subscription.ts";
import type { Entitlement } from "#shared/licenses/standing.ts";

/** How Stripe collects for a subscription. Steered by what is granted, and never stored. */
export type Collection = {
  /** begun: we pause it, and the invoices that Stripe has made already may still be collected. */
  pausedBy: "us" | "begun" | "another" | "nobody";
  /** Epoch seconds; null while it is not over. */
  endedAt: number | null;
  /** Whether we ended it because the customer had another one: its payment is owed back to them. */
  isDuplicate: boolean;
  /** Of one that is over: what could still be paid, and would give nothing. */
  openInvoices: string[];
};

/** Shown at the subscription in Stripe's dashboard, and read back: why we ended it. */
export const END_COMMENTS = {
  refund: "Ended by the shop: its payment was refunded",
  dispute: "Ended by the shop: a dispute about it was lost",
  unpaid: "Ended by the shop: its first payment failed",
  duplicate: "Ended by the shop: the customer has another subscription",
  credited: "Ended by the shop: credited to a lifetime license",
} as const;

/** Kept at the subscription while we pause it, so that a pause by hand stays and one of ours is completed. */
export const PAUSE_MARKS = { us: "shop", begun: "shop-begun" } as const;

/**
 * What Stripe has to do so that money follows rights: nobody is charged for a key that does not work.
 * end: at once, without a credit · pause and resume: collecting · void: what an ended subscription left open
 */
export type Step =
  | { kind: "none" | "pause" | "resume" | "void" }
  | { kind: "end"; reason: "refund" | "dispute" };

/** @param grant as decided from the same reading of the subscription */
export function stepFor({ facts, collection }: Seen, grant: Grant | undefined): Step {
  if (isOver(facts.subscription_status))
    return { kind: collection.openInvoices.length > 0 ? "void" : "none" };
  if (grant === undefined || !isOngoing(facts.subscription_status)) return { kind: "none" };
  const reason = reasonToEnd(grant);
  if (reason) return { kind: "end", reason };
  const { pausedBy } = collection;
  if (isOnHold(grant)) return { kind: pausedBy === "nobody" || pausedBy === "begun" ? "pause" : "none" };
  return { kind: pausedBy === "us" || pausedBy === "begun" ? "resume" : "none" };
}

type Seen = { facts: { subscription_status: SubscriptionStatus }; collection: Collection };

/** A lost dispute ends it whichever month it was about, and so does the guarantee. */
function reasonToEnd({ entitlement, troubles }: Grant): "refund" | "dispute" | undefined {
  if (troubles.some(({ dispute }) => dispute === "lost")) return "dispute";
  if (troubles.some(({ refunded, isGuarantee }) => refunded && isGuarantee)) return "refund";
  return entitlement.revocations.includes("refund") ? "refund" : undefined;
}

/** An operator has switched its key off, a bank asks for its money, or the account is suspended. */
export const isOnHold = ({ entitlement }: Grant): boolean => !entitlement.active || isSuspended(entitlement);

const isSuspended = (entitlement: Entitlement): boolean =>
  entitlement.suspensions.includes("dispute") || entitlement.suspensions.includes("account");
