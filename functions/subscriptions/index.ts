export { setCancelAtPeriodEnd } from "./atStripe/setCancelAtPeriodEnd.ts";
export { endAs } from "./atStripe/steer.ts";
export { type Followed, followSubscription } from "./fromStripe/followSubscription.ts";
export { decideLifetime, decideSubscription, differs } from "./fromStripe/grantWrites.ts";
export { finishSettlements, forgetCustomer, settleCustomer } from "./fromStripe/settleCustomer.ts";
export {
  readSubscriptions,
  settleSubscriptions,
  storeSubscription,
} from "./fromStripe/storeSubscriptions.ts";
export { stillOngoing, totalDue } from "./invoices/due.ts";
export { chargeTo, newestCard } from "./invoices/useCard.ts";
export { planMail } from "./plans/planMail.ts";
export { readBilling } from "./readBilling.ts";
export { announceRenewals, renewalMail } from "./renewals.ts";
export { followTeam, tellOfEnd } from "./team/followTeam.ts";
export { leaveTeams } from "./team/leaveTeams.ts";
export { seatEndedMail } from "./team/mailRules.ts";
export { grantOfTeam, memberSeats, type Team, teamView } from "./team/rules.ts";
export { readTeam } from "./team/table.ts";
