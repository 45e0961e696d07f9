import { MAX_SEATS } from "#shared/catalog/catalog.ts";
import type { Output } from "#shared/endpoint.ts";
import type { getSubscription } from "#shared/subscriptions/customer.ts";
import { seatsOf } from "#shared/subscriptions/subscription.ts";
import { planPrices, readPlans } from "../catalog/index.ts";
import { currentSubscription, isFinal, listGrants, ownsLifetime } from "../grants/index.ts";
import { findUser } from "../users/index.ts";
import { teamView } from "./team/rules.ts";
import { readTeam } from "./team/table.ts";

export async function readBilling(userId: string, now: Date): Promise<Output<typeof getSubscription>> {
  const [grants, plans] = await Promise.all([listGrants(userId), readPlans()]);
  const prices = planPrices(plans);
  const subscription = currentSubscription(grants) ?? null;
  const ownerId = grants.find(({ team, entitlement }) => team && !team.removedAt && !entitlement.ended)?.team
    ?.ownerId;
  const owner = ownerId === undefined ? undefined : await findUser(ownerId);
  return {
    subscription,
    lifetime: ownsLifetime(grants),
    ...(isFinal(grants) && { is_final: true as const }),
    ...(Object.keys(prices).length > 0 ? { plan_price_ids: prices } : {}),
    // Only a first key comes with a trial.
    ...(plans.trialDays > 0 && grants.length === 0 ? { trial_days: plans.trialDays } : {}),
    ...(plans.teams && { max_seats: MAX_SEATS }),
    ...(subscription !== null && seatsOf(subscription) > 1
      ? { team: teamView(await readTeam(userId), seatsOf(subscription), now) }
      : {}),
    ...(owner && { paid_by: owner.email }),
  };
}
