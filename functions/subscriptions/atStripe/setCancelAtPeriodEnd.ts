import { isOngoing, SubscriptionStatus } from "#shared/subscriptions/subscription.ts";
import { idOf } from "../../payments/index.ts";
import { updateSubscription } from "../../platform/changeAtStripe.ts";
import { releaseSchedule } from "../../platform/planAtStripe.ts";
import { stripe } from "../../platform/stripe.ts";

/**
 * Lets a subscription end with its period, or continue after it. Leaves alone one that is over at Stripe while its
 * event is still on the way.
 * @returns whether it continues until then
 */
export async function setCancelAtPeriodEnd(subscriptionId: string, cancel: boolean): Promise<boolean> {
  const { subscriptions } = await stripe();
  const known = await subscriptions.retrieve(subscriptionId);
  if (!isOngoing(SubscriptionStatus.parse(known.status))) return false;
  // A schedule that changes the plan decides about the end as well: Stripe refuses to set it beside one.
  const schedule = idOf(known.schedule);
  if (schedule !== null) {
    if (!cancel && known.cancel_at === null) return true;
    await releaseSchedule(schedule);
  }
  return updateSubscription(subscriptionId, cancel ? { cancel_at_period_end: true } : undo(known));
}

/** Clears whichever was set: a separate `cancel_at` survives `cancel_at_period_end: false`. */
const undo = ({ cancel_at_period_end }: { cancel_at_period_end: boolean }) =>
  cancel_at_period_end ? { cancel_at_period_end: false } : { cancel_at: "" as const };
