import { getPromotions } from "#shared/promotions/public.ts";
import { http } from "../platform/http.ts";
import { toPromotions } from "./rules.ts";
import { readLifetimeOffer } from "./table.ts";

export const handler = http(getPromotions)(async () => toPromotions(await readLifetimeOffer()));
