import type { ReactElement } from "react";
import { BASE_PLAN, OPTIONAL_PLANS } from "#shared/catalog/catalog.ts";
import type { OfferId } from "#shared/catalog/offers.ts";
import { PlanTable } from "../../public/plans/PlanTable.tsx";
import type { Billing } from "./billing.ts";

/** What the shop offers a customer now. */
export function Plans({ billing }: { billing: Billing }): ReactElement {
  const { plan_price_ids: prices = {}, trial_days: trialDays, max_seats } = billing;
  const only: OfferId[] = ["free", BASE_PLAN, "lifetime"];
  only.push(...OPTIONAL_PLANS.filter((plan) => prices[plan] !== undefined));
  if (trialDays !== undefined) only.push("trial");
  if (max_seats !== undefined) only.push("team");
  return <PlanTable only={only} trialDays={trialDays} />;
}
