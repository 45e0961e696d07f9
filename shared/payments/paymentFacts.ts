import * as z from "zod/mini";
import { Instant } from "../instant.ts";

/**
 * Payments, refunds and disputes as facts, each under its own id. Other features derive their figures from these.
 * Amounts are integer cents.
 */
export const PaidFact = z.object({
  /** The payment intent; the invoice if there was no payment intent. */
  paymentId: z.string(),
  userId: z.string(),
  product: z.enum(["subscription", "lifetime"]),
  /** Missing for a lifetime license. */
  subscriptionId: z.optional(z.string()),
  /** For a subscription: whether this invoice started it. Always true for a lifetime license. */
  isFirst: z.boolean(),
  /** When the purchase began: for a subscription, its start. */
  startedAt: Instant,
  /** When it was due. A late payment still belongs to the month in which it was due. */
  dueAt: Instant,
  paidAt: Instant,
  amountCents: z.int(),
  /** Without tax. */
  baseCents: z.int(),
  /**
   * The invoice's amount before tax and before a code's discount, including what credit paid; absent for lifetime
   * licenses, and on rows from before 2026-11-25.
   */
  invoicedCents: z.optional(z.int()),
  /** The invoice's number; absent on rows from before 2026-11-29. */
  invoice: z.optional(z.string()),
  /** How many months the payment is for; absent for a single month. */
  months: z.optional(z.int()),
  currency: z.string(),
  /** Stripe's fee, which the nightly comparison adds; absent before that. */
  feeCents: z.optional(z.int()),
  cardHash: z.nullable(z.string()),
});
export type PaidFact = z.output<typeof PaidFact>;

/** A refund. If it fails or is canceled, it never counts again. */
export const RefundFact = z.object({
  paymentId: z.string(),
  refundId: z.string(),
  amountCents: z.int(),
  counts: z.boolean(),
  /** When it was requested. */
  at: Instant,
});
export type RefundFact = z.output<typeof RefundFact>;

export const DisputeFact = z.object({
  paymentId: z.string(),
  disputeId: z.string(),
  amountCents: z.int(),
  /** When it was opened. Unless it began as an inquiry, the bank takes the money then. */
  at: Instant,
  /** none: only an inquiry by the bank, which takes no money. */
  state: z.enum(["none", "open", "won", "lost"]),
});
export type DisputeFact = z.output<typeof DisputeFact>;

export const PaymentFacts = z.object({
  paid: z.optional(PaidFact),
  refunds: z.array(RefundFact),
  disputes: z.array(DisputeFact),
});
export type PaymentFacts = z.output<typeof PaymentFacts>;
