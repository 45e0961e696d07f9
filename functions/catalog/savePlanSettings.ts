import { CATALOG, type OptionalPlan, periodOf, recurringOf } from "#shared/catalog/catalog.ts";
import { savePlanSettings } from "#shared/catalog/operator.ts";
import { AppError } from "#shared/errors.ts";
import { inMoney } from "#shared/words.ts";
import { saveSetting } from "../audit/index.ts";
import { http } from "../http/index.ts";
import { priceOf } from "../platform/stripe.ts";
import { readPlans, replacePlans, type SavedPlans, shownPlans } from "./planTable.ts";

export const handler = http(savePlanSettings)(async ({ input, caller, now }) => {
  const { version } = input;
  const before = await readPlans();
  const after: SavedPlans = {
    prices: input.plans ? await pricesAtStripe(input.plans) : before.prices,
    trialDays: input.trial_days ?? before.trialDays,
    teams: input.teams ?? before.teams,
    version,
  };
  await saveSetting("these plans", replacePlans(after), {
    operator: caller.userId,
    action: "catalog/savePlanSettings",
    subject: "plans#effect",
    before: shownPlans(before),
    after: shownPlans(after),
    at: now.toISOString(),
  });
  return { ...shownPlans(after), version: version + 1 };
});

async function pricesAtStripe(plans: readonly OptionalPlan[]): Promise<SavedPlans["prices"]> {
  return Object.fromEntries(
    await Promise.all(plans.map(async (plan) => [plan, await priceAtStripe(plan)] as const)),
  );
}

/** Finds the price that `npm run operate -- stripe:setup` created from the catalog. */
async function priceAtStripe(plan: OptionalPlan): Promise<{ id: string; cents: number }> {
  const { stripeProductId, price, currency, months } = CATALOG[plan];
  const { interval, interval_count } = recurringOf(months);
  const found = await priceOf(stripeProductId);
  if (
    found?.unit_amount === price &&
    found.currency === currency &&
    found.recurring?.interval === interval &&
    found.recurring.interval_count === interval_count
  )
    return { id: found.id, cents: price };
  throw new AppError(
    "CONFLICT",
    `Stripe has no price of ${inMoney(price)} per ${periodOf(CATALOG[plan])}. Run npm run operate -- stripe:setup for this stage, then save again.`,
  );
}
