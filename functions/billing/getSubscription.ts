import { getSubscription } from "#shared/billing/customer.ts";
import { decideAgain, transact } from "../platform/dynamo.ts";
import { http } from "../platform/http.ts";
import { decideSubscriptionFromNow } from "./decideFromNow.ts";
import { currentSubscription, ownsLifetime } from "./rules.ts";
import { fetchSubscriptions } from "./stripeFacts.ts";
import { listGrants, readRights } from "./table.ts";

export const handler = http(getSubscription)(async ({ input, caller, now }) => {
  if (input.force && caller.user.stripeCustomerId) await readAgain(caller.user.stripeCustomerId, now);
  const grants = await listGrants(caller.userId);
  return { subscription: currentSubscription(grants) ?? null, lifetime: ownsLifetime(grants) };
});

/** Asks Stripe and writes down what it says, as webhooks that got lost would have. */
async function readAgain(customerId: string, now: Date): Promise<void> {
  for (const own of await fetchSubscriptions(customerId))
    await decideAgain(async () => {
      const { decision } = await decideSubscriptionFromNow(own, await readRights(own.userId), now);
      if (decision && decision.writes.length > 0) await transact(decision.writes);
    });
}
