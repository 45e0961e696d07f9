import { stripe } from "../../platform/stripe.ts";
import { dropStripeCustomer } from "../../users/index.ts";
import { settleSubscriptions } from "./settleSubscriptions.ts";

/**
 * Removes the account's link to a customer that was deleted at Stripe, so that the next purchase makes another one,
 * and stores that the subscriptions ended with it. A deletion cannot be undone.
 * @returns false if Stripe still has the customer
 */
export async function forgetCustomer(userId: string, customerId: string, now: Date): Promise<boolean> {
  const { deleted } = await (await stripe()).customers.retrieve(customerId);
  if (!deleted) return false;
  // Before the link goes: a run that dies is repeated for as long as there is one.
  await settleSubscriptions(userId, false, now);
  await dropStripeCustomer(userId, customerId);
  return true;
}
