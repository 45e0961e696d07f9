import { MAX_SEATS } from "#shared/billing/catalog.ts";
import { getSubscription } from "#shared/billing/customer.ts";
import { seatsOf } from "#shared/billing/subscription.ts";
import { http } from "../platform/http.ts";
import { teamView } from "./rules/team.ts";
import { currentSubscription, ownsLifetime } from "./rules.ts";
import { readSubscriptions } from "./subscriptions/readSubscriptions.ts";
import { settleSubscriptions } from "./subscriptions/settleSubscriptions.ts";
import { listGrants } from "./table.ts";
import { readPlans, yearlyPriceOf } from "./tables/planSettings.ts";
import { readTeam } from "./tables/team.ts";

export const handler = http(getSubscription)(async ({ input, caller, now }) => {
  const { stripeCustomerId } = caller.user;
  // Without a customer, one that was deleted at Stripe may have had subscriptions.
  if (input.force && stripeCustomerId === null) await settleSubscriptions(caller.userId, false, now);
  if (input.force && stripeCustomerId !== null) await readSubscriptions(caller.userId, stripeCustomerId, now);
  const [grants, plans] = await Promise.all([listGrants(caller.userId), readPlans()]);
  const yearly = yearlyPriceOf(plans);
  const subscription = currentSubscription(grants) ?? null;
  return {
    subscription,
    lifetime: ownsLifetime(grants),
    ...(yearly === null ? {} : { yearly_price_id: yearly }),
    // A first key would come with a trial.
    ...(plans.trialDays > 0 && grants.length === 0 ? { trial_days: plans.trialDays } : {}),
    ...(plans.teams && { max_seats: MAX_SEATS }),
    ...(subscription !== null && seatsOf(subscription) > 1
      ? { team: teamView(await readTeam(caller.userId), seatsOf(subscription), now) }
      : {}),
  };
});
