export { finishRefunds } from "./carryOut.ts";
export { covered } from "./guarantee/rules.ts";
export { renewalTerms } from "./renewalTerms.ts";
export { forgetAsks } from "./table.ts";
export { listOpenWithdrawals, listWithdrawalsOf } from "./withdrawals/table.ts";
