export { setCancelAtPeriodEnd } from "./atStripe/setCancelAtPeriodEnd.ts";
export { endAs } from "./atStripe/steer.ts";
export { type Followed, followSubscription } from "./fromStripe/followSubscription.ts";
export { forgetCustomer } from "./fromStripe/forgetCustomer.ts";
export { decideLifetime, decideSubscription, differs } from "./fromStripe/grantWrites.ts";
export { finishSettlements, settleCustomer } from "./fromStripe/settleCustomer.ts";
export {
  readSubscriptions,
  settleSubscriptions,
  storeSubscription,
} from "./fromStripe/settleSubscriptions.ts";
export { stillOngoing } from "./invoices/due.ts";
export { chargeTo, newestCard } from "./invoices/useCard.ts";
export { planMail } from "./plans/planMail.ts";
export { readBilling } from "./readBilling.ts";
export { announceRenewals } from "./renewals/announceRenewals.ts";
export { renewalMail } from "./renewals/renewalMail.ts";
export { followTeam, tellOfEnd } from "./team/followTeam.ts";
export { leaveTeams } from "./team/leaveTeams.ts";
export { seatEndedMail } from "./team/mailRules.ts";
export { grantOfTeam, memberSeats, type Team, teamView } from "./team/rules.ts";
export { readTeam } from "./team/table.ts";
