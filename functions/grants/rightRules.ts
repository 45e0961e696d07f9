import { AppError } from "#shared/errors.ts";
import { type Grant, subscriptionGrantId } from "#shared/grants/grant.ts";
import { fromEpochSeconds } from "#shared/instant.ts";
import { endsAt, isOngoing, type Subscription } from "#shared/subscriptions/subscription.ts";
import { hasBegun, type SubscriptionFacts } from "./grantRules.ts";

/** Whether a key is still this grant's: a later subscription may have taken it up. One grant at most has it. */
export function keyIsOf(grant: Grant, grants: readonly Grant[]): boolean {
  // The list may hold an earlier version of the grant itself.
  const others = grants.filter(({ id, licenseKey }) => id !== grant.id && licenseKey === grant.licenseKey);
  return !others.some((other) => hasTakenFrom(other, grant));
}

function hasTakenFrom(one: Grant, other: Grant): boolean {
  return one.revives === null && other.revives === null ? isLater(one, other) : one.revives === other.id;
}

/** Of two rows that do not say it. Stripe counts in seconds: of two in one, the one that is over is the earlier. */
function isLater(one: Grant, other: Grant): boolean {
  if (one.createdAt !== other.createdAt) return one.createdAt > other.createdAt;
  if (one.entitlement.ended !== other.entitlement.ended) return other.entitlement.ended;
  return one.id > other.id;
}

/** An earlier subscription that is over: the string of its key is kept and revives with the new one. */
export function keyToRevive(grants: Grant[]): Grant | undefined {
  const inUse = new Set(grants.filter((grant) => !isSpent(grant)).map((grant) => grant.licenseKey));
  return grants
    .filter((grant) => isSpent(grant) && !inUse.has(grant.licenseKey) && keyIsOf(grant, grants))
    .sort((a, b) => b.createdAt.localeCompare(a.createdAt))[0];
}

/** A key that an operator switched off stays off, even after a new purchase. */
function isSpent({ source, entitlement }: Grant): boolean {
  const { ended, revocations, active } = entitlement;
  return source === "subscription" && ended && revocations.length === 0 && active;
}

export function ownsLifetime(grants: readonly Grant[]): boolean {
  return grants.some((grant) => grant.source === "lifetime" && grant.entitlement.revocations.length === 0);
}

/** Subscriptions that can still be paid, kept or left, the newest first. */
export function ongoingSubscriptions(grants: Grant[]): Subscription[] {
  return grants
    .flatMap((grant) => (grant.subscription ? [grant.subscription] : []))
    .filter((subscription) => isOngoing(subscription.subscription_status))
    .sort((a, b) => b.current_period_start - a.current_period_start);
}

/** When the subscription ends that a lifetime license replaced, epoch seconds; undefined where none runs. */
export function endUnder(grants: Grant[]): number | undefined {
  const [under] = ongoingSubscriptions(grants);
  return (under && endsAt(under)) ?? undefined;
}

/** A customer's other subscriptions that can still be paid, kept or left. */
export function othersOngoing(facts: SubscriptionFacts, grants: Grant[]): Subscription[] {
  return ongoingSubscriptions(grants).filter((other) => other.subscription_id !== facts.subscription_id);
}

/**
 * Whether the customer has another right to the same thing that came first: a lifetime license, or a subscription
 * that was made earlier. Of two that look at each other only one is the duplicate, however often they renew.
 */
export function duplicateOf(facts: SubscriptionFacts, grants: Grant[]): boolean {
  // Not paid yet, or never: nothing was bought twice.
  if (!hasBegun(facts)) return false;
  const id = subscriptionGrantId(facts.subscription_id);
  const made = fromEpochSeconds(facts.created);
  return grants.some((other) => {
    if (other.id === id || !standsInTheWay(other)) return false;
    // Stripe counts whole seconds. Within one second, the subscription counts as first.
    if (other.source === "lifetime") return other.createdAt < made;
    return other.createdAt < made || (other.createdAt === made && other.id < id);
  });
}

/** A customer with this right needs no other. */
function standsInTheWay(grant: Grant): boolean {
  if (grant.source === "lifetime") return ownsLifetime([grant]);
  return grant.subscription !== null && isOngoing(grant.subscription.subscription_status);
}

/** Whether the end of one grant leaves the customer with the same right by another. */
export function hasOtherRight(grantId: string, grants: Grant[]): boolean {
  return grants.some((other) => other.id !== grantId && standsInTheWay(other));
}

/** What the account area shows: the ongoing one, else the last there was. */
export function currentSubscription(grants: Grant[]): Subscription | undefined {
  const all = grants.flatMap((grant) => (grant.subscription ? [grant.subscription] : []));
  return (
    ongoingSubscriptions(grants)[0] ?? all.sort((a, b) => b.current_period_end - a.current_period_end)[0]
  );
}

/** @throws ALREADY_OWNED, ALREADY_SUBSCRIBED: nobody pays twice for the same thing */
export function refuseSecondPurchase(grants: Grant[], mode: "payment" | "subscription"): void {
  if (ownsLifetime(grants))
    throw new AppError("ALREADY_OWNED", "You already own a lifetime license. There is nothing more to buy.");
  const ongoing = ongoingSubscriptions(grants)[0];
  if (mode === "subscription" && ongoing)
    throw new AppError("ALREADY_SUBSCRIBED", "You already have a subscription. Manage it in your account.", {
      details: { subscription_status: ongoing.subscription_status, manage: "/dashboard?tab=subscription" },
    });
}
