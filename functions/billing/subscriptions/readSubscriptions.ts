import { retryOnConflict } from "../../platform/dynamo.ts";
import { fetchSubscriptions } from "../facts/stripeFacts.ts";
import { openRights, readRights } from "../table.ts";
import { storeSubscription } from "./storeSubscription.ts";

/** Asks Stripe for a customer's subscriptions and stores what it says, as lost webhooks would have. */
export async function readSubscriptions(userId: string, customerId: string, now: Date): Promise<void> {
  await retryOnConflict(async () => {
    const { reading } = await openRights(userId);
    for (const own of await fetchSubscriptions(reading, customerId))
      await storeSubscription({ own, rights: await readRights(userId) }, now);
  });
}
