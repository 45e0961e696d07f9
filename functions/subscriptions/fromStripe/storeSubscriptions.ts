import { listGrants, ongoingSubscriptions, openRights, readRights } from "../../grants/index.ts";
import {
  fetchSubscription,
  fetchSubscriptions,
  type Opened,
  type OwnSubscription,
  stepFor,
} from "../../payments/index.ts";
import { endSubscription } from "../../platform/changeAtStripe.ts";
import { retryOnConflict } from "../../platform/dynamo.ts";
import { stripe } from "../../platform/stripe.ts";
import { steer } from "../atStripe/steer.ts";
import { decideSubscription } from "./grantWrites.ts";

/**
 * Stores a subscription's state as its webhook would. Then changes at Stripe what our rules require.
 * @returns whether anything changed
 * @throws WriteConflict if another reading committed first
 */
export async function storeSubscription(
  { own, rights }: Opened<OwnSubscription>,
  now: Date,
): Promise<boolean> {
  const decision = decideSubscription(own, rights, now);
  const writes = decision?.writes ?? [];
  await own.reading.commit(writes);
  const step = stepFor(own, decision?.grant, rights.grants);
  if (step.kind === "none") return writes.length > 0;
  await steer(own, step, now, rights.givenAt);
  const after = await fetchSubscription(own.reading, own.facts.subscription_id);
  const then = after && decideSubscription(after, await readRights(own.userId), now);
  await own.reading.commit(then?.writes ?? []);
  return true;
}

/**
 * Makes Stripe follow the customer's rights, or ends the subscriptions.
 * @param end ends them now, without a refund or a credit
 * @param customer with `end`: also ends this customer's subscriptions that were never paid, because a debit may be
 * pending
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
