import { getSubscription } from "#shared/billing/customer.ts";
import { decideAgain } from "../platform/dynamo.ts";
import { http } from "../platform/http.ts";
import { settleSubscriptions } from "./collection/table.ts";
import { currentSubscription, ownsLifetime } from "./rules.ts";
import { storeSubscription } from "./storeSubscription.ts";
import { fetchSubscriptions } from "./stripeFacts.ts";
import { listGrants, openRights, readRights } from "./table.ts";

export const handler = http(getSubscription)(async ({ input, caller, now }) => {
  const { stripeCustomerId } = caller.user;
  // Without a customer, one that was deleted at Stripe may have had subscriptions.
  if (input.force && stripeCustomerId === null) await settleSubscriptions(caller.userId, false, now);
  if (input.force && stripeCustomerId !== null) await readAgain(caller.userId, stripeCustomerId, now);
  const grants = await listGrants(caller.userId);
  return { subscription: currentSubscription(grants) ?? null, lifetime: ownsLifetime(grants) };
});

/** Asks Stripe and stores what it says, as lost webhooks would have. */
async function readAgain(userId: string, customerId: string, now: Date): Promise<void> {
  await decideAgain(async () => {
    const { reading } = await openRights(userId);
    for (const own of await fetchSubscriptions(reading, customerId))
      await storeSubscription({ own, rights: await readRights(userId) }, now);
  });
}
