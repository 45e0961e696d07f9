import { isLonger, MAX_SEATS, planWord, type SubscriptionPlan } from "#shared/catalog/catalog.ts";
import { AppError } from "#shared/errors.ts";
import { type Grant, subscriptionGrantId } from "#shared/grants/grant.ts";
import { MINUTE, SECOND } from "#shared/instant.ts";
import type { Payment } from "#shared/payments/payment.ts";
import { PREVIEW_MINUTES } from "#shared/subscriptions/planChange.ts";
import { endsAt, planOf, type Subscription, seatsOf } from "#shared/subscriptions/subscription.ts";
import { hasLostDispute } from "../../grants/index.ts";

/**
 * Refuses a change to this plan with the first reason found.
 * @throws NOT_FOUND without a subscription, else CONFLICT
 */
export function refusePlan(
  subscription: Subscription | undefined,
  grants: readonly Grant[],
  to: SubscriptionPlan,
  isSold: boolean,
): asserts subscription is Subscription {
  if (!subscription) throw new AppError("NOT_FOUND", "There is no subscription to change.");
  const grant = grants.find(({ id }) => id === subscriptionGrantId(subscription.subscription_id));
  const reason = reasonAgainstPlan(subscription, grant, to, isSold);
  if (reason !== undefined) throw new AppError("CONFLICT", reason);
}

function reasonAgainstPlan(
  subscription: Subscription,
  grant: Grant | undefined,
  to: SubscriptionPlan,
  isSold: boolean,
): string | undefined {
  if (planOf(subscription) === to) return `Your subscription is already ${planWord(to)}.`;
  if (subscription.next_plan?.plan === to) return `Your subscription already changes to ${planWord(to)}.`;
  if (!isSold) return `The ${planWord(to)} plan is not for sale.`;
  // Stripe collects nothing for a key that does not work.
  if (grant?.entitlement.active === false)
    return "Your license is switched off, so your plan cannot change now.";
  if (grant && grant.entitlement.suspensions.length > 0)
    return "Your license is suspended, so your plan cannot change now.";
  if (endsAt(subscription) !== null) return whyEnding(grant);
  if (subscription.subscription_status !== "active") return "Pay what is due first. Then you can switch.";
  // A bank debit takes days, but Stripe waits only 23 hours for the payment of a change.
  if (isLonger(to, planOf(subscription)) && subscription.payment_method_brand === null)
    return `Switching to ${planWord(to)} needs a card. Change your payment method first.`;
  return undefined;
}

const whyEnding = (grant: Grant | undefined): string =>
  grant && hasLostDispute(grant)
    ? "Your subscription ends because a dispute was lost, so it cannot change."
    : "Your subscription is set to end. Choose Keep Subscription.";

/**
 * Refuses a change to this many seats with the first reason found.
 * @param taken seats that members have or are invited to
 * @throws CONFLICT
 */
export function refuseSeats(
  subscription: Subscription,
  grant: Grant | undefined,
  seats: number,
  taken: number,
  areSold: boolean,
): void {
  const reason = reasonAgainstSeats(subscription, grant, seats, taken, areSold);
  if (reason !== undefined) throw new AppError("CONFLICT", reason);
}

function reasonAgainstSeats(
  subscription: Subscription,
  grant: Grant | undefined,
  seats: number,
  taken: number,
  areSold: boolean,
): string | undefined {
  const now = seatsOf(subscription);
  if (seats === now) return `Your subscription already has ${now} ${now === 1 ? "seat" : "seats"}.`;
  if (seats < now && seats <= taken) return "Every seat is taken. Remove a member first, then the seat.";
  if (seats > now && !areSold) return "Team seats are not for sale.";
  if (seats > MAX_SEATS) return `A subscription can have at most ${MAX_SEATS} seats.`;
  if (grant?.entitlement.active === false)
    return "Your license is switched off, so your seats cannot change now.";
  if (grant && grant.entitlement.suspensions.length > 0)
    return "Your license is suspended, so your seats cannot change now.";
  if (endsAt(subscription) !== null) return whyEnding(grant);
  if (subscription.next_plan !== undefined)
    return `Your subscription changes to ${planWord(subscription.next_plan.plan)}. Keep the ${planWord(planOf(subscription))} plan first.`;
  if (subscription.subscription_status !== "active")
    return "Pay what is due first. Then you can change your seats.";
  // A bank debit takes days, but Stripe waits only 23 hours for the payment of a change.
  if (seats > now && subscription.payment_method_brand === null)
    return "Adding seats needs a card. Change your payment method first.";
  return undefined;
}

/** The unused paid time is worth more than the new seats, so Stripe would owe the customer money. */
export const creditLeft = () =>
  new AppError(
    "CONFLICT",
    "Your unused paid time is worth more than these seats cost, so we cannot add them now. Add them after your next renewal.",
  );

/** @param payment of the current period. @throws CONFLICT */
export function refuseRefunded({ refunded_cents, dispute }: Payment): void {
  if (refunded_cents > 0)
    throw new AppError(
      "CONFLICT",
      "The payment for this period was refunded, so your plan cannot change now.",
    );
  if (dispute !== null)
    throw new AppError(
      "CONFLICT",
      "Your bank disputes the payment for this period, so your plan cannot change now.",
    );
}

/** @param at time of the preview, epoch seconds. @throws CONFLICT */
export function refuseOldPreview(at: number, now: Date): void {
  const age = now.getTime() - at * SECOND;
  if (age < -MINUTE || age > PREVIEW_MINUTES * MINUTE) throw otherAmount();
}

export const otherAmount = () =>
  new AppError("CONFLICT", "The amount has changed. Nothing was charged. Check the new amount.", {
    field: "due_cents",
  });
