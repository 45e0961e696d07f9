import { type Leaves, type Obligation, SETTLES, type Settlement } from "#shared/grants/obligations.ts";
import { DAY } from "#shared/instant.ts";
import { ANSWERED_WITHIN } from "#shared/refunds/withdrawal.ts";

// The expected result of each event that changes a right. The product does not read this file. docs/obligations.md
// shows the results. test/simulation/stories/pairs.ts plays every pair of an event and an obligation, and compares.

export const SETTLED_BY: Readonly<Record<Obligation, string>> = {
  draft: "functions/subscriptions/atStripe/steer.ts",
  openInvoice: "functions/subscriptions/atStripe/steer.ts",
  waitingChange: "functions/subscriptions/atStripe/steer.ts",
  payment: "functions/stripeEvents/invoicePaid.ts",
  pause: "functions/subscriptions/atStripe/steer.ts",
  plannedChange: "functions/subscriptions/atStripe/scheduleEnd.ts",
  credited: "functions/refunds/guarantee/find.ts",
  page: "functions/subscriptions/fromStripe/settleCustomer.ts",
  unit: "functions/stripeEvents/checkoutEnded.ts",
  commission: "functions/affiliates/earning/updateCommission.ts",
  balance: "functions/payments/facts/invoiceFacts.ts",
  code: "functions/discounts/find.ts",
  invitation: "functions/subscriptions/joinTeam.ts",
};

/** Events that change an entitlement: the result, who gets a mail, and what the operator must do. */
export const RIGHT_EVENTS = {
  lifetimeBought: on("Lifetime bought while subscribed", "replaced", "customer"),
  refundedWhole: on(
    "A payment of the current period refunded in full, at once or in parts",
    "over",
    "customer",
  ),
  refundedEarlier: on(
    "A payment for an earlier period refunded in full",
    "works",
    "both",
    "Cancel the subscription if the refund was meant to end it",
  ),
  refundedPart: on("A payment refunded in part, or as a gift", "works", "customer"),
  guarantee: on("The guarantee", "over", "customer"),
  renewalReturned: on("A yearly renewal returned, where the operator allows it", "over", "customer"),
  withdrawn: on("A withdrawal declared", "works", "both", `Answer it within ${ANSWERED_WITHIN / DAY} days`),
  withdrawalAnswered: on("A withdrawal answered with a refund", "over", "customer"),
  refundFailed: on("A refund fails", "works", "both", "After our two attempts, return the money another way"),
  debitRefused: on("The bank refuses a first debit", "over", "customer"),
  disputeOpened: on("A dispute opened", "onHold", "both", "Answer it"),
  disputeWon: on("A dispute won", "works", "customer"),
  disputeLost: on("A dispute lost", "over", "customer"),
  earlierLost: on("A dispute over an earlier payment lost", "ends", "both"),
  appealWon: on(
    "A lost dispute won on appeal",
    "works",
    "both",
    "Decide about the money once the period is over",
  ),
  dunningEnded: on("Dunning ends", "over", "customer"),
  suspended: on("The account suspended", "onHold", "customer"),
  suspendedForGood: on("The account suspended, the subscription ended", "over", "customer"),
  lifted: on("The suspension lifted", "works", "customer"),
  keyOff: on("The key switched off", "onHold", "nobody"),
  keyOn: on("The key switched on", "works", "nobody"),
  canceled: on("Canceled", "ends", "customer"),
  canceledInDraft: on("Canceled before a renewal is charged", "over", "customer"),
  kept: on("The cancellation taken back", "works", "nobody"),
  changed: on("The plan or the seats changed", "works", "customer"),
  customerDeleted: on("The customer deleted at Stripe, which ends their subscriptions", "over", "customer"),
  accountDeleted: on("The account deleted", "over", "customer"),
  trialEnded: on("A trial ends", "over", "customer"),
  trialConverted: on("Bought during a trial", "works", "customer"),
  teamEnded: on("The team ended, for a member", "over", "customer"),
} as const;

type RightEvent = { what: string; leaves: Leaves; tells: "customer" | "both" | "nobody"; asks: string };
function on(what: string, leaves: Leaves, tells: RightEvent["tells"], asks = ""): RightEvent {
  return { what, leaves, tells, asks };
}

export type RightEventId = keyof typeof RIGHT_EVENTS;
type Pairs<T> = Readonly<Partial<Record<RightEventId, Readonly<Partial<Record<Obligation, T>>>>>>;

/** Exceptions to SETTLES for single events. */
const BESIDE: Pairs<Settlement> = {
  // A commission follows its payment: a refund takes it back, even out of a payout, and a dispute holds it.
  refundedWhole: { commission: "void" },
  refundedEarlier: { commission: "void", credited: "refund", pause: "keep" },
  refundedPart: { pause: "keep" },
  guarantee: { commission: "void", credited: "refund" },
  withdrawn: { pause: "keep" },
  withdrawalAnswered: { commission: "void", credited: "refund" },
  disputeOpened: { commission: "ask" },
  disputeLost: { commission: "void" },
  earlierLost: { commission: "void", pause: "keep" },
  debitRefused: { payment: "void" },
  canceled: { pause: "keep" },
  kept: { pause: "keep" },
  // We sell nothing to a suspended account.
  suspended: { page: "void", unit: "void" },
  suspendedForGood: { page: "void", unit: "void" },
  accountDeleted: { page: "void", unit: "void" },
  // The change's invoice uses the balance. Only a person in Stripe's dashboard can create a balance: our changes leave
  // no balance.
  changed: { balance: "charge" },
  customerDeleted: { balance: "void" },
  // The customer's own purchase is a separate entitlement.
  trialEnded: { payment: "keep" },
  teamEnded: { payment: "keep" },
};

const SETTLED_BEFORE = "An earlier event has already settled the item.";
const NOT_PAID = "Nothing is paid yet, so there is no right and nothing to take back.";
const NOT_CHANGED =
  "A subscription cannot change while a payment is due, a change waits or is planned, or the key is off.";
const OUTLASTS = "The first renewal comes after the end of the guarantee and of the withdrawal period.";
const RENEWED = "The renewal is paid, and earlier events have settled the rest.";
const FIRST = "Before the first payment, only its debit is in progress.";
const NO_PURCHASE = "Nobody pays for a trial, and a team's member pays nothing.";

const OF_SUBSCRIPTION = ["draft", "openInvoice", "waitingChange", "pause", "plannedChange"] as const;
const OF_PURCHASE = ["credited", "commission", "invitation"] as const;
const never = (why: string, ...obligations: readonly Obligation[]): Partial<Record<Obligation, string>> =>
  Object.fromEntries(obligations.map((obligation) => [obligation, why]));

/** Pairs that cannot happen, with the reason. */
const NEVER: Pairs<string> = {
  guarantee: never(OUTLASTS, "draft", "openInvoice"),
  renewalReturned: {
    ...never(RENEWED, ...OF_SUBSCRIPTION, "credited"),
    commission: "Commissions are for the first year, and a yearly renewal comes after it.",
  },
  withdrawalAnswered: never(OUTLASTS, "draft", "openInvoice"),
  refundFailed: never(SETTLED_BEFORE, ...OF_SUBSCRIPTION),
  debitRefused: never(FIRST, ...OF_SUBSCRIPTION, ...OF_PURCHASE, "page", "unit", "code", "balance"),
  disputeWon: never(SETTLED_BEFORE, "waitingChange"),
  appealWon: never(SETTLED_BEFORE, ...OF_SUBSCRIPTION),
  lifted: never(SETTLED_BEFORE, "waitingChange", "page", "unit"),
  keyOff: never("The key is off already.", "pause"),
  keyOn: never(SETTLED_BEFORE, "waitingChange"),
  canceled: never("If canceled before a renewal is charged, the subscription is over.", "draft"),
  canceledInDraft: {
    ...never(NOT_CHANGED, "waitingChange", "plannedChange"),
    ...never(
      "Nothing else is charged while a payment is due, or while collection is paused.",
      "openInvoice",
      "pause",
    ),
  },
  kept: never(SETTLED_BEFORE, "draft", "waitingChange"),
  changed: never(NOT_CHANGED, ...OF_SUBSCRIPTION, "credited"),
  trialEnded: never(NO_PURCHASE, ...OF_SUBSCRIPTION, ...OF_PURCHASE, "balance"),
  trialConverted: {
    ...never(NO_PURCHASE, ...OF_SUBSCRIPTION, ...OF_PURCHASE, "balance"),
    payment: "This payment ends the trial.",
  },
  teamEnded: never(NO_PURCHASE, ...OF_SUBSCRIPTION, ...OF_PURCHASE, "balance"),
};
/** The events that can happen while a first payment is on its way. */
const BEFORE_PAYMENT: readonly RightEventId[] = [
  "lifetimeBought",
  "debitRefused",
  "suspended",
  "suspendedForGood",
  "lifted",
  "trialEnded",
  "teamEnded",
  "customerDeleted",
  "accountDeleted",
];
export function whyNever(obligation: Obligation, event: RightEventId): string | undefined {
  const isAfterPayment = obligation === "payment" && !BEFORE_PAYMENT.includes(event);
  return NEVER[event]?.[obligation] ?? (isAfterPayment ? NOT_PAID : undefined);
}

export const settlementOf = (obligation: Obligation, event: RightEventId): Settlement =>
  BESIDE[event]?.[obligation] ?? SETTLES[obligation][RIGHT_EVENTS[event].leaves];
