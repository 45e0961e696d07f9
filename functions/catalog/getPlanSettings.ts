import { getPlanSettings } from "#shared/catalog/operator.ts";
import { http } from "../http/index.ts";
import { readPlans, yearlyPriceOf } from "./planTable.ts";

export const handler = http(getPlanSettings)(async () => {
  const plans = await readPlans();
  return {
    yearly: yearlyPriceOf(plans) !== null,
    ...(plans.trialDays > 0 ? { trial_days: plans.trialDays } : {}),
    ...(plans.teams && { teams: true }),
    version: plans.version,
  };
});
