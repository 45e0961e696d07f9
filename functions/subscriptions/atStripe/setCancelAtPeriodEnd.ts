import type { LeavingReason } from "#shared/subscriptions/leaving.ts";
import { isOngoing, SubscriptionStatus } from "#shared/subscriptions/subscription.ts";
import { idOf } from "../../payments/index.ts";
import { updateSubscription } from "../../platform/changeAtStripe.ts";
import { releaseSchedule } from "../../platform/planAtStripe.ts";
import { stripe } from "../../platform/stripe.ts";

/** @returns false if the subscription has already ended at Stripe */
export async function setCancelAtPeriodEnd(
  subscriptionId: string,
  cancel: boolean,
  reason?: LeavingReason,
): Promise<boolean> {
  const { subscriptions } = await stripe();
  const known = await subscriptions.retrieve(subscriptionId);
  if (!isOngoing(SubscriptionStatus.parse(known.status))) return false;
  // A schedule also controls the end, so Stripe refuses to set the end on the subscription.
  const schedule = idOf(known.schedule);
  if (schedule !== null) {
    if (!cancel && known.cancel_at === null) return true;
    await releaseSchedule(schedule);
  }
  return updateSubscription(subscriptionId, cancel ? end(reason) : undo(known));
}

const end = (reason?: LeavingReason) => ({
  cancel_at_period_end: true,
  ...(reason && { cancellation_details: { feedback: reason } }),
});

/** Clears the reason and the field that is set: `cancel_at_period_end: false` does not clear a separate `cancel_at`. */
const undo = ({ cancel_at_period_end }: { cancel_at_period_end: boolean }) => ({
  ...(cancel_at_period_end ? { cancel_at_period_end: false } : { cancel_at: "" as const }),
  cancellation_details: { feedback: "" as const },
});
