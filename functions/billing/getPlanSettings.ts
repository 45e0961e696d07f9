import { CATALOG } from "#shared/billing/catalog.ts";
import { getPlanSettings } from "#shared/billing/operator.ts";
import { http } from "../platform/http.ts";
import { readPlans } from "./tables/planSettings.ts";

export const handler = http(getPlanSettings)(async () => {
  const { yearly, version } = await readPlans();
  return { yearly: yearly?.cents === CATALOG.yearly.price, version };
});
