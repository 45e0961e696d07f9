import { isLonger, planWord, type SubscriptionPlan } from "#shared/catalog/catalog.ts";
import { AppError } from "#shared/errors.ts";
import { type Grant, subscriptionGrantId } from "#shared/grants/grant.ts";
import { MINUTE, SECOND } from "#shared/instant.ts";
import type { Payment } from "#shared/payments/payment.ts";
import { PREVIEW_MINUTES } from "#shared/subscriptions/planChange.ts";
import { endsAt, planOf, type Subscription } from "#shared/subscriptions/subscription.ts";

/**
 * Refuses a change to this plan with the first reason found.
 * @param isSold whether the plan is for sale
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
  const reason = reasonAgainst(subscription, grant?.entitlement, to, isSold);
  if (reason !== undefined) throw new AppError("CONFLICT", reason);
}

function reasonAgainst(
  subscription: Subscription,
  entitlement: Grant["entitlement"] | undefined,
  to: SubscriptionPlan,
  isSold: boolean,
): string | undefined {
  if (planOf(subscription) === to) return `Your subscription is already ${planWord(to)}.`;
  if (subscription.next_plan?.plan === to) return `Your subscription already changes to ${planWord(to)}.`;
  if (!isSold) return `The ${planWord(to)} plan is not for sale.`;
  // Stripe collects nothing for a key that does not work.
  if (entitlement?.active === false) return "Your license is switched off, so your plan cannot change now.";
  if (entitlement && entitlement.suspensions.length > 0)
    return "Your license is suspended, so your plan cannot change now.";
  if (endsAt(subscription) !== null) return "Your subscription is set to end. Choose Keep Subscription.";
  if (subscription.subscription_status !== "active") return "Pay what is due first. Then you can switch.";
  // A bank debit takes days, but Stripe waits only 23 hours for the payment of a change.
  if (isLonger(to, planOf(subscription)) && subscription.payment_method_brand === null)
    return `Switching to ${planWord(to)} needs a card. Change your payment method first.`;
  return undefined;
}

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
