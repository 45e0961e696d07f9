export { mayMail, withMail } from "./invitations/rules.ts";
export {
  forgetMailsOf,
  hashOfAddress,
  invitedBy,
  readMailsOf,
  readMailsTo,
  readMailToken,
  refusalToken,
  replaceMails,
  setRefusal,
  stopInviterOf,
} from "./invitations/table.ts";
export type { NewMailing } from "./mailings/rules.ts";
export { createMailing, markResolved } from "./mailings/table.ts";
export { findingOf, stoppingOf } from "./stoppingRules.ts";
export { forgetMails, listMailsOf, sentAt, stateOfMail } from "./table.ts";
export { forgetWaitingOf } from "./waiting/table.ts";
export { listUnsent, readToldQuota } from "./waiting/unsent.ts";
