import { getSubscription } from "#shared/billing/customer.ts";
import { http } from "../platform/http.ts";
import { readSubscriptions, settleSubscriptions } from "./subscriptions/settleSubscriptions.ts";
import { readBilling } from "./tables/billing.ts";

export const handler = http(getSubscription)(async ({ input, caller, now }) => {
  const { stripeCustomerId } = caller.user;
  // Without a customer, one that was deleted at Stripe may have had subscriptions.
  if (input.force && stripeCustomerId === null) await settleSubscriptions(caller.userId, false, now);
  if (input.force && stripeCustomerId !== null) await readSubscriptions(caller.userId, stripeCustomerId, now);
  return readBilling(caller.userId, now);
});
