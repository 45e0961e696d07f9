/**
 * What happens to everything in progress when a right changes (functions/subscriptions/atStripe/steer.ts).
 * docs/obligations.md shows it for each event.
 */

/** What a purchase may have in progress. */
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

export const LEAVES = {
  works: "The right works",
  ends: "It works until the end of the paid period",
  replaced: "A lifetime license takes its place",
  onHold: "It is suspended",
  over: "It is over",
} as const;
export type Leaves = keyof typeof LEAVES;

/** charge: Stripe collects · void: the item is canceled · refund · keep: it stays as is · ask: the operator decides */
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
  // A renewal that fell into the pause is charged seven days after the license works again, unless the operator waives
  // it.
  pause: row("charge", "charge", "keep", "keep", "void"),
  // The change returns if the customer takes back the cancellation.
  plannedChange: row("keep", "void", "void", "keep", "void"),
  credited: row("keep", "keep", "keep", "keep", "keep"),
  page: row("keep", "keep", "void", "keep", "keep"),
  unit: row("keep", "keep", "void", "keep", "keep"),
  commission: row("keep", "keep", "keep", "keep", "keep"),
  balance: row("keep", "keep", "keep", "keep", "keep"),
  code: row("keep", "keep", "keep", "keep", "keep"),
  invitation: row("keep", "keep", "keep", "keep", "void"),
};
