export { readPlans, yearlyPrice, yearlyPriceOf } from "./planTable.ts";
