export { loadAlert, loadKey, loadUser } from "./entryTable.ts";
export { notePayment, refreshGrowthOf } from "./growth/table.ts";
export { commissionEntry } from "./moneyRules.ts";
