export { earlierActivations, keyEntry, keyRow, stockRow } from "./desk/keyRowRules.ts";
export { readKeyRow } from "./desk/rules.ts";
export { requireHolder } from "./devices/rules.ts";
export { explainSeat } from "./explainingRules.ts";
export { runningLeases } from "./leaseRules.ts";
export { moveMail } from "./moveRules.ts";
export { replacementMail } from "./replacement/rules.ts";
export { forgetOwner, licenseOf, toSeat } from "./rules.ts";
export { staleSignals } from "./signalRules.ts";
export { findStock } from "./stockTable.ts";
export {
  createLicense,
  deleteLicense,
  endTrial,
  entitle,
  findLatestLicense,
  findLicense,
  getLatestLicense,
  getLicense,
  listLicenses,
  readLicenses,
  replaceLicense,
  requireKey,
  toLicense,
} from "./table.ts";
export { begunMail, firstNotice } from "./trials/noticeRules.ts";
export { remindTrials } from "./trials/remind.ts";
export { remindAt } from "./trials/reminderTable.ts";
export { shownTrial } from "./trials/rules.ts";
