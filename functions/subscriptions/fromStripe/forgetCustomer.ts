import { stripe } from "../../platform/stripe.ts";
import { dropStripeCustomer } from "../../users/index.ts";
import { settleSubscriptions } from "./settleSubscriptions.ts";

/**
 * Removes the account's link to a customer that was deleted at Stripe and stores that its subscriptions have ended. The
 * next purchase creates another customer. Stripe cannot undo a deletion.
 * @returns false if Stripe still has the customer
 */
export async function forgetCustomer(userId: string, customerId: string, now: Date): Promise<boolean> {
  const { deleted } = await (await stripe()).customers.retrieve(customerId);
  if (!deleted) return false;
  // Settles before it removes the link, so that a retry after a failure does both.
  await settleSubscriptions(userId, false, now);
  await dropStripeCustomer(userId, customerId);
  return true;
}
