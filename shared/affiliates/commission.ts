import * as z from "zod/mini";
import { Instant } from "../instant.ts";

/** Days from the payment until the commission can be paid out: longer than the guarantee, so refunds come first. */
export const HOLD_DAYS = { subscription: 35, lifetime: 60 } as const;

/** A subscription's invoices earn for this many months from its start. 0: only the first invoice; null: all of them. */
export const COMMISSION_MONTHS: number | null = 12;

export const CommissionStatus = z.enum([
  "pending",
  "available",
  "in_payout",
  "paid",
  "held",
  "void",
  "reversed",
]);
export type CommissionStatus = z.output<typeof CommissionStatus>;

/**
 * pending: earned, in its hold · available: the next payout may take it · in_payout: a payout has it · paid · held: the
 * affiliate is suspended, or the payment is disputed · void: the affiliate bought from themselves · reversed: taken
 * back in full before a payout took it. If money is taken back later, the ledger gets a debt, and the commission stays.
 */
export const COMMISSION_NEXT = {
  pending: ["available", "held", "void", "reversed"],
  available: ["in_payout", "held", "void", "reversed"],
  /** The commission leaves the payout only if the payout is canceled. */
  in_payout: ["paid", "available", "held", "void", "reversed"],
  paid: [],
  held: ["pending", "available", "void", "reversed"],
  void: [],
  /** The commission returns if the refund fails or the dispute is won. */
  reversed: ["pending", "available", "held", "void"],
} as const satisfies Record<CommissionStatus, readonly CommissionStatus[]>;

export const Hold = z.enum(["dispute", "suspended"]);
export type Hold = z.output<typeof Hold>;

/** What shows that the buyer and the affiliate are one person. `self_team`: one of them pays for the other's seat. */
export const SelfReferral = z.enum(["self_account", "self_address", "self_card", "self_team"]);
export type SelfReferral = z.output<typeof SelfReferral>;

/** Integer cents. All prices are in US dollars. */
export const Cents = z.int();

/** An affiliate's commission for one payment. `id` is the payment's id. */
export const Commission = z.object({
  kind: z.literal("commission"),
  affiliateId: z.string(),
  id: z.string(),
  buyerUserId: z.string(),
  product: z.enum(["lifetime", "subscription"]),
  paidAt: Instant,
  /** The payment without tax. */
  baseCents: Cents,
  /** The rate when the buyer was attributed. It does not change later. */
  rateBasisPoints: z.int(),
  earnedCents: Cents,
  /** Taken back before a payout took the commission. A payout gets `earnedCents - reversedCents`. */
  reversedCents: Cents,
  /** Taken back by debts, after a payout took the commission. Together with `reversedCents`, at most `earnedCents`. */
  debtCents: Cents,
  /** Ids of the refunds and lost disputes that reduced it. */
  takenBackBy: z.array(z.string()),
  status: CommissionStatus,
  holds: z.array(Hold),
  selfReferral: z.nullable(SelfReferral),
  /**
   * Whether the affiliate had no earlier earnings, or had lost them all. If so, we mail the affiliate about this
   * commission.
   */
  isFirstEarned: z._default(z.boolean(), false),
  matureAt: Instant,
  payoutId: z.nullable(z.string()),
  version: z.int(),
  updatedAt: Instant,
});
export type Commission = z.output<typeof Commission>;

export const DebtStatus = z.enum(["available", "in_payout", "paid"]);
export type DebtStatus = z.output<typeof DebtStatus>;
export const DEBT_NEXT = {
  available: ["in_payout"],
  in_payout: ["paid", "available"],
  paid: [],
} as const satisfies Record<DebtStatus, readonly DebtStatus[]>;

/** An amount that was taken back after a payout took its commission. It reduces the next payout. */
export const Debt = z.object({
  kind: z.literal("debt"),
  affiliateId: z.string(),
  id: z.string(),
  /** Null for a reversed transfer. */
  commissionId: z.nullable(z.string()),
  /** Negative if money is returned to the affiliate: the refund failed, or the transfer was reversed. */
  amountCents: Cents,
  status: DebtStatus,
  payoutId: z.nullable(z.string()),
  since: Instant,
  version: z.int(),
  updatedAt: Instant,
});
export type Debt = z.output<typeof Debt>;

export type LedgerRow = Commission | Debt;

/** What this row adds to a payout. A debt is subtracted. */
export function worthOf(row: LedgerRow): number {
  return row.kind === "commission" ? row.earnedCents - row.reversedCents : -row.amountCents;
}

export const EntryKind = z.enum(["earned", "reversed", "restored", "paid_out", "returned"]);
export type EntryKind = z.output<typeof EntryKind>;

/** One line of the ledger, never changed or deleted. The balance is the sum of all lines. */
export const Entry = z.object({
  affiliateId: z.string(),
  id: z.string(),
  kind: EntryKind,
  /** The change of the balance: negative for `reversed` and `paid_out`. */
  amountCents: Cents,
  at: Instant,
  commissionId: z.nullable(z.string()),
  payoutId: z.nullable(z.string()),
  /** The payment, refunds, disputes or transfer reversal behind the entry. */
  source: z.string(),
});
export type Entry = z.output<typeof Entry>;

/** The sums of an affiliate's rows. Each transaction that changes the rows also updates the sums. */
export const Balance = z.object({
  /** The sum of all entries: pending, available, held and in payouts. */
  balanceCents: Cents,
  pendingCents: Cents,
  /** The available amount after debts. If it is negative, nothing is paid out. */
  availableCents: Cents,
  heldCents: Cents,
  inPayoutCents: Cents,
  /** The sum of all `earned` entries. The next two fields sum up the other kinds. */
  earnedCents: Cents,
  /** The amount taken back, minus restored amounts. */
  reversedCents: Cents,
  /** The amount paid out, minus reversed transfers. */
  paidOutCents: Cents,
});
export type Balance = z.output<typeof Balance>;

export const NO_BALANCE: Balance = {
  balanceCents: 0,
  pendingCents: 0,
  availableCents: 0,
  heldCents: 0,
  inPayoutCents: 0,
  earnedCents: 0,
  reversedCents: 0,
  paidOutCents: 0,
};
