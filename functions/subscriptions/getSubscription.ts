import { getSubscription } from "#shared/subscriptions/customer.ts";
import { http } from "../http/index.ts";
import { readSubscriptions, settleSubscriptions } from "./fromStripe/storeSubscriptions.ts";
import { readBilling } from "./readBilling.ts";

export const handler = http(getSubscription)(async ({ input, caller, now }) => {
  const { stripeCustomerId } = caller.user;
  // If the customer was deleted at Stripe, subscriptions may have ended with them.
  if (input.force && stripeCustomerId === null) await settleSubscriptions(caller.userId, false, now);
  if (input.force && stripeCustomerId !== null) await readSubscriptions(caller.userId, stripeCustomerId, now);
  return readBilling(caller.userId, now);
});
