export { type Back, backOf, refundsOf } from "./backRules.ts";
export {
  type CheckoutEffect,
  findCheckout,
  isRefused,
  recordCheckout,
  refusePayment,
  unlessRefused,
} from "./checkoutTable.ts";
export { END_COMMENTS, isCrossed, isOnHold, PAUSE_MARKS, type Step, stepFor } from "./collectionRules.ts";
export {
  beginEvent,
  doneEvents,
  findEventAccount,
  findOpenEvent,
  finishEvent,
  listEventsOf,
  listOpenEvents,
  recordFailure,
} from "./events/table.ts";
export { unbookedSales } from "./events/unbooked.ts";
export { forgetPurchases, keepPurchase, listPurchases } from "./evidenceTable.ts";
export { type Booked, bookedOf } from "./facts/bookedFacts.ts";
export {
  creditedOn,
  fromBalance,
  idOf,
  isPaidAfter,
  paidInvoice,
  paymentOf,
  paysItself,
  planLine,
  productOf,
  taxOf,
} from "./facts/invoiceFacts.ts";
export {
  type Affected,
  affectedByDispute,
  affectedByRefund,
  type Opened,
  openFor,
  openInvoice,
  openPayment,
  openSubscription,
  ownerOfPayment,
  ownerOfSubscription,
} from "./facts/owners.ts";
export { creditedTo, creditOfSession, paidInvoices } from "./facts/paidInvoices.ts";
export {
  cardOf,
  fetchPayment,
  fetchPaymentOf,
  GIFT,
  GUARANTEE,
  type OwnPayment,
  paidLifetime,
} from "./facts/paymentFacts.ts";
export { seePayment } from "./facts/seenPayment.ts";
export { shownPayment } from "./facts/shownPayment.ts";
export { namedAtStripe, type StripeKind, stripeKind } from "./facts/stripeIds.ts";
export {
  fetchSubscription,
  fetchSubscriptions,
  isRenewalPending,
  listOwnSubscriptions,
  NEXT_PLAN,
  type OwnSubscription,
  RESUMED,
  runsOut,
  type SeenSubscription,
  waitingInvoice,
} from "./facts/subscriptionFacts.ts";
export { findTyped } from "./facts/typedNumbers.ts";
export { openFraudWarnings } from "./fraudWarnings.ts";
export {
  AFTER_END,
  AFTER_LIFETIME,
  CREDIT_OVER,
  DISPUTE_WON,
  DUPLICATE,
  type GivenBack,
  giveBack,
  hasOwnMail,
  isRetried,
  OWNED_ALREADY,
  SOLD_OUT,
} from "./giveBack.ts";
export { closeCheckouts, closePageOf, openCheckouts } from "./openCheckouts.ts";
export { lately, type Span, sinceLast, turnOf, windowOf } from "./reconciled/rules.ts";
export {
  advance,
  type Lane,
  lastComplete,
  type Part,
  type Place,
  readPlace,
  resumeFrom,
  writePlace,
} from "./reconciled/table.ts";
export { disputeState, paymentOn } from "./rules.ts";
export {
  findPaid,
  noteFee,
  PAYMENT_PREFIX,
  readPayment,
  recordDispute,
  recordPaid,
  recordRefund,
} from "./table.ts";
