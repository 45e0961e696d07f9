import type { Grant } from "#shared/grants/grant.ts";
import type { Leaves } from "#shared/grants/obligations.ts";
import { toEpochSeconds } from "#shared/instant.ts";
import type { Entitlement } from "#shared/licenses/standing.ts";
import { endsAt, isOngoing, isOver, renews } from "#shared/subscriptions/subscription.ts";
import type { SubscriptionFacts } from "../grants/index.ts";

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
  /** Whether the latest invoice can still be paid: a draft, or open. */
  owes: boolean;
  /** When the latest invoice was paid, epoch seconds; null where it is not, and where it began the subscription and was paid at once. */
  paidAt: number | null;
  /** Whether a change waits for its payment. */
  changeWaits: boolean;
};

/** Shown at the subscription in Stripe's dashboard, and read back: why we ended it. */
export const END_COMMENTS = {
  refund: "Ended by the shop: its payment was refunded",
  dispute: "Ended by the shop: a dispute about it was lost",
  unpaid: "Ended by the shop: its first payment failed",
  duplicate: "Ended by the shop: the customer has another subscription",
  credited: "Ended by the shop: credited to a lifetime license",
  lifetime: "Ended by the shop: the customer bought a lifetime license instead",
} as const;

/** Kept at the subscription while we pause it, so that a pause by hand stays and one of ours is completed. */
export const PAUSE_MARKS = { us: "shop", begun: "shop-begun" } as const;

/** What Stripe has to do so that money follows rights: nobody is charged for a key that does not work. */
export type Step =
  | { kind: "none" }
  | {
      kind: "settle";
      leaves: Leaves;
      /** At once and without a credit, with its period, or not. */
      end: "refund" | "dispute" | "lifetime" | "with its period" | "stays";
    };
const NONE: Step = { kind: "none" };
const settle = (leaves: Leaves, end: Extract<Step, { kind: "settle" }>["end"] = "stays"): Step => ({
  kind: "settle",
  leaves,
  end,
});

/**
 * @param grant as decided from the same reading of the subscription
 * @param grants all of the customer's
 */
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
  // About an earlier period: what is paid stays, and no other period follows.
  if (grant.troubles.some(({ dispute }) => dispute === "lost") && renews(facts))
    return settle("ends", "with its period");
  return changeWaits && endsAt(facts) !== null ? settle("ends") : NONE;
}

type Seen = { facts: SubscriptionFacts; collection: Collection };

const isLifetime = ({ source, entitlement }: Grant): boolean =>
  source === "lifetime" && entitlement.revocations.length === 0;

/** What is paid runs out beside the license. A period that was not paid when the license was ends at once. */
function replacedBy(grants: readonly Grant[], facts: SubscriptionFacts, collection: Collection): Step {
  const { owes, paidAt, changeWaits } = collection;
  if ((owes && !changeWaits) || isCrossed(grants, paidAt)) return settle("over", "lifetime");
  return renews(facts) || changeWaits || facts.next_plan !== undefined
    ? settle("replaced", "with its period")
    : NONE;
}

/** Whether money was taken, by a renewal or a debit on its way, although a lifetime license was paid by then. Stripe's times have whole seconds. */
export const isCrossed = (grants: readonly Grant[], paidAt: number | null): boolean =>
  paidAt !== null && grants.some((grant) => isLifetime(grant) && paidAt >= toEpochSeconds(grant.createdAt));

/** The guarantee ends it whichever month it was about. */
function reasonToEnd({ entitlement, troubles }: Grant): "refund" | "dispute" | undefined {
  if (entitlement.revocations.includes("dispute")) return "dispute";
  if (troubles.some(({ refunded, isGuarantee }) => refunded && isGuarantee)) return "refund";
  return entitlement.revocations.includes("refund") ? "refund" : undefined;
}

/** An operator has switched its key off, a bank asks for its money, or the account is suspended. */
export const isOnHold = ({ entitlement }: Grant): boolean => !entitlement.active || isSuspended(entitlement);

const isSuspended = (entitlement: Entitlement): boolean =>
  entitlement.suspensions.includes("dispute") || entitlement.suspensions.includes("account");
