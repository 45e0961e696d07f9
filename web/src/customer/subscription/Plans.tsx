import { type ReactElement, useEffect, useState } from "react";
import { BASE_PLAN, OPTIONAL_PLANS } from "#shared/catalog/catalog.ts";
import type { OfferId } from "#shared/catalog/offers.ts";
import { canWait, isOnOffer, type Promotions } from "#shared/promotions/promotion.ts";
import { getPromotions } from "#shared/promotions/public.ts";
import { call } from "../../api/call.ts";
import { PlanTable } from "../../public/plans/PlanTable.tsx";
import { clockSkew } from "../../ui/serverClock.ts";
import type { Billing } from "./billing.ts";

export function Plans({ billing }: { billing: Billing }): ReactElement {
  const [promotions, setPromotions] = useState<Promotions | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    call(getPromotions, {}, { signal: leaving.signal }).then(setPromotions, () => undefined);
    return () => leaving.abort();
  }, []);
  const { plan_price_ids: prices = {}, trial_days: trialDays, max_seats } = billing;
  const now = new Date(Date.now() + clockSkew());
  const only: OfferId[] = ["free", BASE_PLAN];
  only.push(...OPTIONAL_PLANS.filter((plan) => prices[plan] !== undefined));
  if (trialDays !== undefined) only.push("trial");
  if (max_seats !== undefined) only.push("team");
  if (promotions && (isOnOffer(promotions, now) || canWait(promotions, now))) only.push("lifetime");
  return <PlanTable only={only} trialDays={trialDays} />;
}
