import { isOngoing } from "#shared/billing/subscription.ts";
import { stripe } from "../platform/stripe.ts";
import { fetchSubscription } from "./stripeFacts.ts";

/**
 * Lets a subscription end with its period, or go on after it. One that is over at Stripe, of which nobody has told
 * us yet, is left alone: Stripe refuses to change it.
 * @returns whether it goes on until then
 */
export async function setCancelAtPeriodEnd(subscriptionId: string, cancel: boolean): Promise<boolean> {
  const own = await fetchSubscription(subscriptionId);
  if (!own || !isOngoing(own.facts.subscription_status)) return false;
  await (await stripe()).subscriptions.update(subscriptionId, { cancel_at_period_end: cancel });
  return true;
}
