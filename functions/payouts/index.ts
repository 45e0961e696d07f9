export { isPayable } from "./connect/rules.ts";
export { ownerOfAccount } from "./connect/table.ts";
export { findPayouts } from "./knownTable.ts";
export { forgetPayee, isPayoutUnderWay } from "./leavingTable.ts";
export { countPayouts, listLeft, listUncalculated, walkPayouts } from "./lists/table.ts";
export { whyNotPayable } from "./rules.ts";
export { findPayout, findRequest } from "./table.ts";
export { payoutOfTransfer } from "./transfers/payoutOfTransfer.ts";
export { isAbandoned, payoutNamedBy } from "./transfers/rules.ts";
