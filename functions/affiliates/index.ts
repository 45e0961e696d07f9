export { findEarner, usesOfCard } from "./earning/table.ts";
export { updateTeamCommissions } from "./earning/updateCommission.ts";
export { readAllFigures } from "./figures/table.ts";
export { leaveAsStranger } from "./leavingTable.ts";
export {
  claimWrites,
  listClaimable,
  listOfPayout,
  releaseWrites,
  returnWrites,
  settleWrites,
} from "./ledger/claimTable.ts";
export {
  balanceKey,
  findCommission,
  listMaturing,
  MAX_ROWS_PER_WRITE,
  matureWrites,
} from "./ledger/table.ts";
export { findByCode } from "./listing/table.ts";
