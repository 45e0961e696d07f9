import * as z from "zod/mini";
import { CATALOG, OPTIONAL_PLANS, type OptionalPlan } from "#shared/catalog/catalog.ts";
import { getItem, putNext, type Write } from "../platform/dynamo.ts";
import { env } from "../platform/env.ts";

/** One row in Events (`pk` "plans", `sk` "effect"): the operator's choice of optional plans, trial and teams. */
const TABLE = () => env("TABLE_EVENTS");
const KEY = { pk: "plans", sk: "effect" };

/** A price at Stripe, with its amount when the operator turned the plan on. */
const Price = z.object({ id: z.string(), cents: z.int() });
const SavedPlans = z.object({
  prices: z.partialRecord(z.enum(OPTIONAL_PLANS), Price),
  /** The length of a new free key's trial in days; 0: no trial. */
  trialDays: z.int(),
  /** Whether a subscription can have several seats. */
  teams: z.boolean(),
  version: z.number(),
});
export type SavedPlans = z.output<typeof SavedPlans>;

export async function readPlans(): Promise<SavedPlans> {
  const item = await getItem({ TableName: TABLE(), Key: KEY });
  return item === undefined ? { prices: {}, trialDays: 0, teams: false, version: 0 } : SavedPlans.parse(item);
}

export type PlanPrices = Partial<Record<OptionalPlan, string>>;

export const readPlanPrices = async (): Promise<PlanPrices> => planPrices(await readPlans());

/**
 * The optional plans that are sold. If a plan's amount changes in the catalog, the plan is not sold until the operator
 * turns it on again, because the page must show the amount that Stripe charges.
 */
export const planPrices = ({ prices }: SavedPlans): PlanPrices =>
  Object.fromEntries(
    OPTIONAL_PLANS.flatMap((plan) => {
      const price = prices[plan];
      return price?.cents === CATALOG[plan].price ? [[plan, price.id]] : [];
    }),
  );

export function soldPlans(prices: PlanPrices): { plans?: OptionalPlan[] } {
  const plans = OPTIONAL_PLANS.filter((plan) => prices[plan] !== undefined);
  return plans.length > 0 ? { plans } : {};
}

export const shownPlans = (plans: SavedPlans) => ({
  ...soldPlans(planPrices(plans)),
  ...(plans.trialDays > 0 ? { trial_days: plans.trialDays } : {}),
  ...(plans.teams && { teams: true }),
});

export const replacePlans = ({ version, ...plans }: SavedPlans): Write =>
  putNext(TABLE(), { ...KEY, ...plans }, version);
