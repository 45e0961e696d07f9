import { getPromotions } from "#shared/promotions/public.ts";
import { yearlyPrice } from "../catalog/index.ts";
import { http } from "../http/index.ts";
import { toPromotions } from "./rules.ts";
import { readLifetimeOffer } from "./table.ts";

export const handler = http(getPromotions)(async () => {
  const [offer, yearly] = await Promise.all([readLifetimeOffer(), yearlyPrice()]);
  return { ...toPromotions(offer), ...(yearly === null ? {} : { yearly: true as const }) };
});
