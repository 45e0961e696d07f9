import { getSubscription } from "#shared/billing/customer.ts";
import { http } from "../platform/http.ts";
import { currentSubscription, ownsLifetime } from "./rules.ts";
import { readSubscriptions } from "./subscriptions/readSubscriptions.ts";
import { settleSubscriptions } from "./subscriptions/settleSubscriptions.ts";
import { listGrants } from "./table.ts";
import { readPlans, yearlyPriceOf } from "./tables/planSettings.ts";

export const handler = http(getSubscription)(async ({ input, caller, now }) => {
  const { stripeCustomerId } = caller.user;
  // Without a customer, one that was deleted at Stripe may have had subscriptions.
  if (input.force && stripeCustomerId === null) await settleSubscriptions(caller.userId, false, now);
  if (input.force && stripeCustomerId !== null) await readSubscriptions(caller.userId, stripeCustomerId, now);
  const [grants, plans] = await Promise.all([listGrants(caller.userId), readPlans()]);
  const yearly = yearlyPriceOf(plans);
  return {
    subscription: currentSubscription(grants) ?? null,
    lifetime: ownsLifetime(grants),
    ...(yearly === null ? {} : { yearly_price_id: yearly }),
    // A first key would come with a trial.
    ...(plans.trialDays > 0 && grants.length === 0 ? { trial_days: plans.trialDays } : {}),
  };
});
