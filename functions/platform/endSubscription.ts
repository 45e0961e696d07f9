import { isOver, SubscriptionStatus } from "#shared/billing/subscription.ts";
import { stripe } from "./stripe.ts";
import { refusalOf } from "./stripeRefusal.ts";

/**
 * Ends a subscription at once, without a refund and without a credit. Stripe refuses to end it twice: where another call
 * was faster, what was asked has happened.
 * @param comment says at Stripe why it ended
 */
export async function endSubscription(id: string, comment?: string): Promise<void> {
  const { subscriptions } = await stripe();
  const details = comment === undefined ? {} : { cancellation_details: { comment } };
  try {
    await subscriptions.cancel(id, { prorate: false, ...details });
  } catch (error) {
    if (refusalOf(error) === undefined) throw error;
    const { status } = await subscriptions.retrieve(id);
    if (!isOver(SubscriptionStatus.parse(status))) throw error;
  }
}
