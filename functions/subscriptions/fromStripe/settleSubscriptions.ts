import { listGrants, ongoingSubscriptions, openRights, readRights } from "../../grants/index.ts";
import { fetchSubscription, fetchSubscriptions } from "../../payments/index.ts";
import { endSubscription } from "../../platform/changeAtStripe.ts";
import { retryOnConflict } from "../../platform/dynamo.ts";
import { stripe } from "../../platform/stripe.ts";
import { storeSubscription } from "./storeSubscription.ts";

/**
 * Steers Stripe to the customer's rights, or ends the subscriptions.
 * @param end ends them now, without a refund or a credit
 * @param customer with `end`: also ends their subscriptions that were never paid, because a debit may be pending
 */
export async function settleSubscriptions(
  userId: string,
  end: boolean,
  now: Date,
  customer: string | null = null,
): Promise<void> {
  const known = ongoingSubscriptions(await listGrants(userId)).map(({ subscription_id }) => subscription_id);
  const all = end && customer !== null ? await runningOf(customer) : [];
  for (const subscription_id of new Set([...known, ...all])) {
    if (end) await endSubscription(subscription_id);
    await retryOnConflict(async () => {
      const { reading } = await openRights(userId);
      const own = await fetchSubscription(reading, subscription_id);
      if (own) await storeSubscription({ own, rights: await readRights(userId) }, now);
    });
  }
}

async function runningOf(customer: string): Promise<string[]> {
  const { data } = await (await stripe()).subscriptions.list({ customer, limit: 100 });
  return data.map(({ id }) => id);
}

/** Stores what Stripe says about a customer's subscriptions, as the missed webhooks would have done. */
export async function readSubscriptions(userId: string, customerId: string, now: Date): Promise<void> {
  await retryOnConflict(async () => {
    const { reading } = await openRights(userId);
    for (const own of await fetchSubscriptions(reading, customerId))
      await storeSubscription({ own, rights: await readRights(userId) }, now);
  });
}
