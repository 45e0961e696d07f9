import { getPromotions } from "#shared/promotions/public.ts";
import { readPlans, shownPlans } from "../catalog/index.ts";
import { http } from "../http/index.ts";
import { readLifetimeOffer } from "./offerTable.ts";
import { toPromotions } from "./rules.ts";

export const handler = http(getPromotions)(async () => {
  const [offer, plans] = await Promise.all([readLifetimeOffer(), readPlans()]);
  return { ...toPromotions(offer), ...shownPlans(plans) };
});
