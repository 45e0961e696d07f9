/**
 * What becomes of everything that is under way when a right changes. docs/obligations.md shows this table, the engine
 * (functions/billing/obligations/settle.ts) reads it, and test/functions/billing/obligations.test.ts plays pairs of it.
 */

/** What a customer's purchase may have in flight. */
export const OBLIGATIONS = {
  draft: "A renewal's draft",
  openInvoice: "An open invoice and its retries",
  waitingChange: "A change that waits for the bank's page",
  payment: "A payment on its way",
  pause: "A paused collection",
  plannedChange: "A planned change of plan",
  credited: "A payment credited to another one",
  page: "An open checkout page",
  unit: "A held unit of the offer",
  commission: "A commission before its transfer",
  balance: "A balance at Stripe",
  code: "An unused discount code",
  invitation: "An invitation to a team",
} as const;
export type Obligation = keyof typeof OBLIGATIONS;

/** What an event leaves of the right. */
export const LEAVES = {
  works: "The right works",
  ends: "It works until the end of what is paid",
  replaced: "A lifetime license takes its place",
  onHold: "It is suspended",
  over: "It is over",
} as const;
export type Leaves = keyof typeof LEAVES;

/** charge: Stripe collects · void: nobody can pay it · refund · keep: it stays as it is · ask: the operator decides */
export type Settlement = "charge" | "void" | "refund" | "keep" | "ask";

const row = (
  works: Settlement,
  ends: Settlement,
  replaced: Settlement,
  onHold: Settlement,
  over: Settlement,
): Record<Leaves, Settlement> => ({ works, ends, replaced, onHold, over });

export const SETTLES: Readonly<Record<Obligation, Readonly<Record<Leaves, Settlement>>>> = {
  draft: row("charge", "charge", "void", "keep", "void"),
  openInvoice: row("charge", "charge", "void", "keep", "void"),
  waitingChange: row("keep", "void", "void", "void", "void"),
  payment: row("keep", "keep", "refund", "keep", "refund"),
  // A renewal that fell into it is charged seven days after the right works again, unless the operator gives it away.
  pause: row("charge", "charge", "keep", "keep", "void"),
  plannedChange: row("keep", "keep", "void", "keep", "void"),
  credited: row("keep", "keep", "keep", "keep", "refund"),
  page: row("keep", "keep", "keep", "void", "keep"),
  unit: row("keep", "keep", "keep", "void", "keep"),
  // Taken out of its payout; what was transferred before is a debt.
  commission: row("keep", "keep", "keep", "ask", "void"),
  balance: row("keep", "keep", "keep", "keep", "keep"),
  code: row("keep", "keep", "keep", "keep", "keep"),
  invitation: row("keep", "keep", "keep", "keep", "void"),
};

/** Events that change a right: what each leaves of it, who gets a mail, and what the operator has to do. */
export const RIGHT_EVENTS = {
  lifetimeBought: on("Lifetime bought while subscribed", "replaced", "customer"),
  refundedWhole: on(
    "A payment of the current period refunded in full, in parts that add up too",
    "over",
    "customer",
  ),
  refundedEarlier: on(
    "A payment of an earlier period refunded in full",
    "works",
    "both",
    "Cancel, if that was meant",
  ),
  refundedPart: on("A payment refunded in part, or as a gift", "works", "customer"),
  guarantee: on("The guarantee", "over", "customer"),
  refundFailed: on(
    "A refund fails",
    "works",
    "both",
    "After two tries of ours, return the money another way",
  ),
  debitRefused: on("The bank refuses a first debit", "over", "customer"),
  disputeOpened: on("A dispute opened", "onHold", "both", "Answer it"),
  disputeWon: on("A dispute won", "works", "customer"),
  disputeLost: on("A dispute lost", "over", "customer"),
  earlierLost: on("A dispute over an earlier payment lost", "ends", "both"),
  appealWon: on(
    "A lost dispute won on appeal",
    "works",
    "both",
    "Decide about the money, once the period is over",
  ),
  dunningEnded: on("Dunning ends", "over", "customer"),
  suspended: on("The account suspended", "onHold", "nobody"),
  suspendedForGood: on("The account suspended, the subscription ended", "over", "customer"),
  lifted: on("The suspension lifted", "works", "customer"),
  keyOff: on("The key switched off", "onHold", "nobody"),
  keyOn: on("The key switched on", "works", "customer"),
  canceled: on("Canceled", "ends", "customer"),
  kept: on("The cancellation taken back", "works", "nobody"),
  changed: on("The plan or the seats changed", "works", "customer"),
  customerDeleted: on("The customer deleted at Stripe", "over", "nobody"),
  accountDeleted: on("The account deleted", "over", "customer"),
} as const;

type RightEvent = { what: string; leaves: Leaves; tells: "customer" | "both" | "nobody"; asks: string };
function on(what: string, leaves: Leaves, tells: RightEvent["tells"], asks = ""): RightEvent {
  return { what, leaves, tells, asks };
}

/** Pairs that cannot happen, and why. */
export const NEVER: Partial<Record<Obligation, string>> = {
  balance: "No change leaves one: neither a plan nor seats can be changed to less than what was paid.",
};
