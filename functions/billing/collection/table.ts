import { decideAgain } from "../../platform/dynamo.ts";
import { stripe } from "../../platform/stripe.ts";
import { ongoingSubscriptions } from "../rules.ts";
import { storeSubscription } from "../storeSubscription.ts";
import { fetchSubscription } from "../stripeFacts.ts";
import { listGrants, openRights, readRights } from "../table.ts";

/**
 * Has Stripe collect for a customer's subscriptions what their rights allow now, or ends the subscriptions at once.
 * @param end without a refund and without a credit
 */
export async function settleSubscriptions(userId: string, end: boolean, now: Date): Promise<void> {
  for (const { subscription_id } of ongoingSubscriptions(await listGrants(userId))) {
    if (end) await cancelNow(subscription_id);
    await decideAgain(async () => {
      const { reading } = await openRights(userId);
      const own = await fetchSubscription(reading, subscription_id);
      if (own) await storeSubscription({ own, rights: await readRights(userId) }, now);
    });
  }
}

/** Leaves alone a subscription that is over at Stripe while its event is still on the way. */
async function cancelNow(subscriptionId: string): Promise<void> {
  const { subscriptions } = await stripe();
  const { status } = await subscriptions.retrieve(subscriptionId);
  if (status !== "canceled" && status !== "incomplete_expired")
    await subscriptions.cancel(subscriptionId, { prorate: false });
}
