export { getsIncidentMail } from "./incidentMailRules.ts";
export {
  type Claim,
  claimMailbox,
  freeMailbox,
  leaveMailbox,
  mailboxClaim,
  proveMailbox,
} from "./mailboxTable.ts";
export {
  hasBeenOver,
  hasOperatorSession,
  isEnded,
  isNewPlace,
  isUseKnown,
  withMark,
  withSession,
} from "./operatorRules.ts";
export {
  findOperator,
  type KnownOperator,
  operatorRow,
  readOperator,
  replaceOperator,
  requireOperator,
  toOperator,
} from "./operatorTable.ts";
export {
  hasEnded,
  hourOf,
  isStarted,
  isUnknown,
  liveSessions,
  marksAfter,
  mayBeUnlisted,
  noneStarted,
  validFrom,
  withStarted,
} from "./sessionRules.ts";
export {
  accountRow,
  addressesOf,
  createUser,
  dropStripeCustomer,
  findUser,
  findUsers,
  keepStripeCustomer,
  markDeleted,
  type PendingEmail,
  recordSignIn,
  removeUser,
  setIncidentMail,
  setName,
  setSuspended,
  told,
  toUser,
  type User,
} from "./table.ts";
