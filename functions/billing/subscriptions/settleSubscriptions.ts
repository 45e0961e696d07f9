import { endSubscription } from "../../platform/changeAtStripe.ts";
import { retryOnConflict } from "../../platform/dynamo.ts";
import { fetchSubscription } from "../facts/stripeFacts.ts";
import { ongoingSubscriptions } from "../rules.ts";
import { listGrants, openRights, readRights } from "../table.ts";
import { storeSubscription } from "./storeSubscription.ts";

/**
 * Has Stripe collect for a customer's subscriptions what their rights allow now, or ends the subscriptions at once.
 * @param end without a refund and without a credit
 */
export async function settleSubscriptions(userId: string, end: boolean, now: Date): Promise<void> {
  for (const { subscription_id } of ongoingSubscriptions(await listGrants(userId))) {
    if (end) await endSubscription(subscription_id);
    await retryOnConflict(async () => {
      const { reading } = await openRights(userId);
      const own = await fetchSubscription(reading, subscription_id);
      if (own) await storeSubscription({ own, rights: await readRights(userId) }, now);
    });
  }
}
