export { planPrices, readPlanPrices, readPlans, soldPlans } from "./planTable.ts";
