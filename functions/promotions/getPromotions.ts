import { getPromotions } from "#shared/promotions/public.ts";
import { readPlanPrices, soldPlans } from "../catalog/index.ts";
import { http } from "../http/index.ts";
import { toPromotions } from "./rules.ts";
import { readLifetimeOffer } from "./table.ts";

export const handler = http(getPromotions)(async () => {
  const [offer, prices] = await Promise.all([readLifetimeOffer(), readPlanPrices()]);
  return { ...toPromotions(offer), ...soldPlans(prices) };
});
