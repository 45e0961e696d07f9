import { listGrants, ongoingSubscriptions, openRights, readRights } from "../../grants/index.ts";
import { fetchSubscription, fetchSubscriptions } from "../../payments/index.ts";
import { endSubscription } from "../../platform/changeAtStripe.ts";
import { retryOnConflict } from "../../platform/dynamo.ts";
import { stripe } from "../../platform/stripe.ts";
import { storeSubscription } from "./storeSubscription.ts";

/**
 * Has Stripe collect for a customer's subscriptions what their rights allow now, or ends the subscriptions at once.
 * @param end without a refund and without a credit
 * @param customer whose subscriptions end that were never paid, too: a debit may be on its way
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

/** Asks Stripe for a customer's subscriptions and stores what it says, as lost webhooks would have. */
export async function readSubscriptions(userId: string, customerId: string, now: Date): Promise<void> {
  await retryOnConflict(async () => {
    const { reading } = await openRights(userId);
    for (const own of await fetchSubscriptions(reading, customerId))
      await storeSubscription({ own, rights: await readRights(userId) }, now);
  });
}
