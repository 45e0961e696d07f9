import { isOngoing, SubscriptionStatus } from "#shared/billing/subscription.ts";
import { stripe } from "../platform/stripe.ts";

/**
 * Lets a subscription end with its period, or go on after it. One that is over at Stripe, of which nobody has told
 * us yet, is left alone: Stripe refuses to change it.
 * @returns whether it goes on until then
 */
export async function setCancelAtPeriodEnd(subscriptionId: string, cancel: boolean): Promise<boolean> {
  const { subscriptions } = await stripe();
  const known = await subscriptions.retrieve(subscriptionId);
  if (!isOngoing(SubscriptionStatus.parse(known.status))) return false;
  await subscriptions.update(subscriptionId, cancel ? { cancel_at_period_end: true } : undo(known));
  return true;
}

/** Clears whichever was set: a `cancel_at` of its own survives `cancel_at_period_end: false`. */
const undo = ({ cancel_at_period_end }: { cancel_at_period_end: boolean }) =>
  cancel_at_period_end ? { cancel_at_period_end: false } : { cancel_at: "" as const };
