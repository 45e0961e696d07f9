import * as z from "zod/mini";
import { Instant } from "../instant.ts";

/**
 * What was paid, given back and disputed, as facts by their own ids: what others derive from a payment, they
 * derive from these. Amounts are integer cents.
 */
export const PaidFact = z.object({
  /** The payment intent; where money came another way, the invoice. */
  paymentId: z.string(),
  userId: z.string(),
  product: z.enum(["subscription", "lifetime"]),
  /** Missing for a lifetime license, and on rows from before 2026-11-25. */
  subscriptionId: z.optional(z.string()),
  /** Of a subscription the invoice that opens it; a lifetime license has no other. */
  isFirst: z.boolean(),
  /** When what it pays for began: a subscription's beginning. */
  startedAt: Instant,
  /** When it was due: an invoice that is paid late still belongs to its month. */
  dueAt: Instant,
  paidAt: Instant,
  amountCents: z.int(),
  /** Without tax. */
  baseCents: z.int(),
  /** What its invoice was worth without tax, whatever part credit paid; missing on rows from before 2026-11-25. */
  invoicedCents: z.optional(z.int()),
  /** For how many months it paid; left out for one. */
  months: z.optional(z.int()),
  currency: z.string(),
  /** Same card, same hash. */
  cardHash: z.nullable(z.string()),
});
export type PaidFact = z.output<typeof PaidFact>;

/** A refund that failed or was canceled later no longer counts, and never counts again. */
export const RefundFact = z.object({
  paymentId: z.string(),
  refundId: z.string(),
  amountCents: z.int(),
  counts: z.boolean(),
  /** When it was requested; missing on rows from before 2026-11-25. */
  at: z.optional(Instant),
});
export type RefundFact = z.output<typeof RefundFact>;

/** none: a bank's mere inquiry. */
export const DisputeFact = z.object({
  paymentId: z.string(),
  disputeId: z.string(),
  amountCents: z.int(),
  /** When it was opened, which is when the bank takes the money; missing on rows from before 2026-11-25. */
  at: z.optional(Instant),
  state: z.enum(["none", "open", "won", "lost"]),
});
export type DisputeFact = z.output<typeof DisputeFact>;

export const PaymentFacts = z.object({
  paid: z.optional(PaidFact),
  refunds: z.array(RefundFact),
  disputes: z.array(DisputeFact),
});
export type PaymentFacts = z.output<typeof PaymentFacts>;
