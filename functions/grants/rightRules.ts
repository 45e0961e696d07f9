import { AppError } from "#shared/errors.ts";
import { type Grant, subscriptionGrantId } from "#shared/grants/grant.ts";
import { fromEpochSeconds } from "#shared/instant.ts";
import { endsAt, isOngoing, type Subscription } from "#shared/subscriptions/subscription.ts";
import { hasBegun, type SubscriptionFacts } from "./grantRules.ts";

/** Whether the grant's key still belongs to this grant. A later grant may have taken the key over. */
export function keyIsOf(grant: Grant, grants: readonly Grant[]): boolean {
  // The list may contain an earlier version of this grant.
  const others = grants.filter(({ id, licenseKey }) => id !== grant.id && licenseKey === grant.licenseKey);
  return !others.some((other) => hasTakenFrom(other, grant));
}

function hasTakenFrom(one: Grant, other: Grant): boolean {
  return one.revives === null && other.revives === null ? isLater(one, other) : one.revives === other.id;
}

/** Stripe's times have whole seconds. Within one second, the ended grant counts as earlier. */
function isLater(one: Grant, other: Grant): boolean {
  if (one.createdAt !== other.createdAt) return one.createdAt > other.createdAt;
  if (one.entitlement.ended !== other.entitlement.ended) return other.entitlement.ended;
  return one.id > other.id;
}

/** An ended subscription whose key a new subscription takes over. */
export function keyToRevive(grants: Grant[]): Grant | undefined {
  const inUse = new Set(grants.filter((grant) => !isSpent(grant)).map((grant) => grant.licenseKey));
  return grants
    .filter((grant) => isSpent(grant) && !inUse.has(grant.licenseKey) && keyIsOf(grant, grants))
    .sort((a, b) => b.createdAt.localeCompare(a.createdAt))[0];
}

/** A key that an operator turned off stays off after a new purchase. */
function isSpent({ source, entitlement }: Grant): boolean {
  const { ended, revocations, active } = entitlement;
  return source === "subscription" && ended && revocations.length === 0 && active;
}

export function ownsLifetime(grants: readonly Grant[]): boolean {
  return grants.some((grant) => grant.source === "lifetime" && grant.entitlement.revocations.length === 0);
}

export function ongoingSubscriptions(grants: Grant[]): Subscription[] {
  return grants
    .flatMap((grant) => (grant.subscription ? [grant.subscription] : []))
    .filter((subscription) => isOngoing(subscription.subscription_status))
    .sort((a, b) => b.current_period_start - a.current_period_start);
}

/** Whether the bank took back one of the grant's payments. A subscription must then not renew. */
export const hasLostDispute = ({ troubles }: Grant): boolean =>
  troubles.some(({ dispute }) => dispute === "lost");

/** Whether the ongoing subscription ends because of a lost dispute. Nobody can undo this end. */
export const isFinal = (grants: Grant[]): boolean =>
  grants.some(
    (grant) =>
      grant.subscription !== null &&
      isOngoing(grant.subscription.subscription_status) &&
      hasLostDispute(grant),
  );

/** When the subscription under a lifetime license ends, epoch seconds; undefined if it is not set to end. */
export function endUnder(grants: Grant[]): number | undefined {
  const [under] = ongoingSubscriptions(grants);
  return (under && endsAt(under)) ?? undefined;
}

export function othersOngoing(facts: SubscriptionFacts, grants: Grant[]): Subscription[] {
  return ongoingSubscriptions(grants).filter((other) => other.subscription_id !== facts.subscription_id);
}

/**
 * Whether the customer already has an equal right: a lifetime license or an older subscription. Of two equal rights,
 * the same one always counts as the duplicate, even after renewals.
 */
export function duplicateOf(facts: SubscriptionFacts, grants: Grant[]): boolean {
  // Without a payment, the customer has bought nothing twice.
  if (!hasBegun(facts)) return false;
  const id = subscriptionGrantId(facts.subscription_id);
  const made = fromEpochSeconds(facts.created);
  return grants.some((other) => {
    if (other.id === id || !standsInTheWay(other)) return false;
    // Stripe's times have whole seconds. Within one second, the subscription counts as first.
    if (other.source === "lifetime") return other.createdAt < made;
    return other.createdAt < made || (other.createdAt === made && other.id < id);
  });
}

/** Whether this right makes another purchase pointless. */
function standsInTheWay(grant: Grant): boolean {
  if (grant.source === "lifetime") return ownsLifetime([grant]);
  return grant.subscription !== null && isOngoing(grant.subscription.subscription_status);
}

export function hasOtherRight(grantId: string, grants: Grant[]): boolean {
  return grants.some((other) => other.id !== grantId && standsInTheWay(other));
}

export function currentSubscription(grants: Grant[]): Subscription | undefined {
  const all = grants.flatMap((grant) => (grant.subscription ? [grant.subscription] : []));
  return (
    ongoingSubscriptions(grants)[0] ?? all.sort((a, b) => b.current_period_end - a.current_period_end)[0]
  );
}

/** @throws ALREADY_OWNED, ALREADY_SUBSCRIBED: a customer must not pay twice for the same right */
export function refuseSecondPurchase(grants: Grant[], mode: "payment" | "subscription"): void {
  if (ownsLifetime(grants))
    throw new AppError("ALREADY_OWNED", "You already own a lifetime license. There is nothing more to buy.");
  const ongoing = ongoingSubscriptions(grants)[0];
  if (mode === "subscription" && ongoing)
    throw new AppError("ALREADY_SUBSCRIBED", "You already have a subscription. Manage it in your account.", {
      details: { subscription_status: ongoing.subscription_status, manage: "/dashboard?tab=subscription" },
    });
}
