import * as z from "zod/mini";
import { Instant } from "../instant.ts";

/** From the payment to the day on which it can be paid out: the 30-day guarantee and the refund's way. */
export const HOLD_DAYS = { subscription: 35, lifetime: 60 } as const;

/**
 * For how long after its beginning a subscription's invoices earn: 0 means the first one only, null means
 * for as long as it runs.
 */
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
 * pending: earned, and the hold runs · available: may go into a payout · in_payout: claimed by one · paid ·
 * held: the affiliate is suspended, or the payment is disputed · void: they bought from themselves ·
 * reversed: all of it was taken back before it went into a payout.
 * What is in a payout stays there: what is taken back meanwhile becomes a debt.
 */
export const COMMISSION_NEXT = {
  pending: ["available", "held", "void", "reversed"],
  available: ["in_payout", "held", "void", "reversed"],
  /** Returned only if the payout is canceled. */
  in_payout: ["paid", "available", "held", "void", "reversed"],
  paid: [],
  held: ["pending", "available", "void", "reversed"],
  void: [],
  /** A refund fails, or a dispute is won after all. */
  reversed: ["pending", "available", "held", "void"],
} as const satisfies Record<CommissionStatus, readonly CommissionStatus[]>;

/** Why nothing can be paid out of a commission for now. */
export const Hold = z.enum(["dispute", "suspended"]);
export type Hold = z.output<typeof Hold>;

/** The buyer is the affiliate: by account, by mailbox, by card. Or one of them has a seat in the other's team. */
export const SelfReferral = z.enum(["self_account", "self_address", "self_card", "self_team"]);
export type SelfReferral = z.output<typeof SelfReferral>;

/** Integer cents; usd, as everything that is sold. */
export const Cents = z.int();

/** What one payment of a buyer earned an affiliate. `id` is the payment's own id. */
export const Commission = z.object({
  kind: z.literal("commission"),
  affiliateId: z.string(),
  id: z.string(),
  buyerUserId: z.string(),
  product: z.enum(["lifetime", "subscription"]),
  paidAt: Instant,
  /** What was paid, without tax. */
  baseCents: Cents,
  /** Frozen when the buyer was attributed. */
  rateBasisPoints: z.int(),
  earnedCents: Cents,
  /** Taken back while it was in no payout: `earnedCents - reversedCents` is what a payout gets of it. */
  reversedCents: Cents,
  /** Taken back by debts, because a payout had it by then. Never more than was earned in all. */
  debtCents: Cents,
  /** The refunds and lost disputes that took it back, by id. */
  takenBackBy: z.array(z.string()),
  status: CommissionStatus,
  holds: z.array(Hold),
  selfReferral: z.nullable(SelfReferral),
  /** Nothing else that its affiliate earned stood when it was written: they get a mail about it. */
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

/** What was taken back after its commission had gone into a payout; the next payout is smaller by it. */
export const Debt = z.object({
  kind: z.literal("debt"),
  affiliateId: z.string(),
  id: z.string(),
  /** Null where a transfer was reversed. */
  commissionId: z.nullable(z.string()),
  /** Below zero where something is given back: the refund failed, or the transfer was reversed. */
  amountCents: Cents,
  status: DebtStatus,
  payoutId: z.nullable(z.string()),
  since: Instant,
  version: z.int(),
  updatedAt: Instant,
});
export type Debt = z.output<typeof Debt>;

/** What a payout is made of. */
export type LedgerRow = Commission | Debt;

/** What a payout gets of this row: below zero for a debt. */
export function worthOf(row: LedgerRow): number {
  return row.kind === "commission" ? row.earnedCents - row.reversedCents : -row.amountCents;
}

export const EntryKind = z.enum(["earned", "reversed", "restored", "paid_out", "returned"]);
export type EntryKind = z.output<typeof EntryKind>;

/** One line of the ledger: written once, never changed, never deleted. The balance is the sum of them. */
export const Entry = z.object({
  affiliateId: z.string(),
  id: z.string(),
  kind: EntryKind,
  /** What the balance changes by: below zero for `reversed` and `paid_out`. */
  amountCents: Cents,
  at: Instant,
  commissionId: z.nullable(z.string()),
  payoutId: z.nullable(z.string()),
  /** What led to it: the payment, the refunds, the disputes, the transfer's reversal. */
  source: z.string(),
});
export type Entry = z.output<typeof Entry>;

/** Kept in the very transactions that change what it sums up. */
export const Balance = z.object({
  /** The sum of all entries: pending, available, held and in payouts together. */
  balanceCents: Cents,
  pendingCents: Cents,
  /** Less the debts: below zero nothing is paid out. */
  availableCents: Cents,
  heldCents: Cents,
  inPayoutCents: Cents,
  /** Sums of the entries by kind, since ever. */
  earnedCents: Cents,
  /** Taken back, less what was restored. */
  reversedCents: Cents,
  /** Paid out, less reversals. */
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
