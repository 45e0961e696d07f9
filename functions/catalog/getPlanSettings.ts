import { getPlanSettings } from "#shared/catalog/operator.ts";
import { http } from "../http/index.ts";
import { readPlans, shownPlans } from "./planTable.ts";

export const handler = http(getPlanSettings)(async () => {
  const plans = await readPlans();
  return { ...shownPlans(plans), version: plans.version };
});
