export { planPrices, readPlanPrices, readPlans, shownPlans, soldPlans } from "./planTable.ts";
