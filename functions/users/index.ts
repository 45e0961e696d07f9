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
  lastSeenAt,
  withMark,
  withSession,
} from "./operatorRules.ts";
export {
  dropReader,
  findOperator,
  type KnownOperator,
  keepReader,
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
export { dropStripeCustomer, keepStripeCustomer } from "./stripeCustomerTable.ts";
export {
  accountRow,
  addressesOf,
  createUser,
  findUser,
  findUsers,
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
