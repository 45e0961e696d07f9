import * as z from "zod/mini";
import { Instant, MINUTE } from "../instant.ts";
import { PayoutStatus } from "./states.ts";

/** An attempt to transfer a payout, stored before its first request. All its requests have the same idempotency key. */
export const TransferAttempt = z.object({
  number: z.number(),
  /** The first and the last use of its idempotency key. */
  startedAt: Instant,
  triedAt: Instant,
  /** The operator who started it by hand, for the audit log; null if a run did. */
  by: z._default(z.nullable(z.string()), null),
});
export type TransferAttempt = z.output<typeof TransferAttempt>;

export const Payout = z.object({
  id: z.string(),
  affiliateId: z.string(),
  email: z.string(),
  /** The sum of its ledger rows. Nothing else changes it. */
  amountCents: z.number(),
  status: PayoutStatus,
  /**
   * Work in progress on more rows than one transaction holds. `claiming`: the payout is being made · `releasing`: it
   * was canceled · `settling`: it was paid. The next run resumes the work.
   */
  work: z.nullable(z.enum(["claiming", "releasing", "settling"])),
  requestedAt: Instant,
  batchId: z.string(),
  approvedAt: z.nullable(Instant),
  transferredAt: z.nullable(Instant),
  /** The affiliate's Stripe account, pinned at approval. */
  destination: z.nullable(z.string()),
  attempt: z.nullable(TransferAttempt),
  transferId: z.nullable(z.string()),
  /** Why it failed or was canceled. The affiliate reads it. */
  reason: z.nullable(z.string()),
  /**
   * The kind of refusal of a `failed` payout. temporary: the next run retries it · lasting: a person has to act. Null
   * in every other state.
   */
  refusal: z._default(z.nullable(z.enum(["temporary", "lasting"])), null),
  /** The sum of Stripe's reversals since it was paid. */
  reversedCents: z.number(),
  /** Stripe's ids of the reversals: each counts once. */
  reversalIds: z.array(z.string()),
  /** Every write is conditional on the version that was read. */
  version: z.number(),
});
export type Payout = z.output<typeof Payout>;

/**
 * For this long, we repeat an attempt with its idempotency key, so that it cannot pay twice. Once this time has passed
 * without a try, no request can still arrive. If Stripe then shows no transfer, none happened, and a new attempt gets a
 * new key (Stripe forgets keys after 24 hours).
 */
export const ATTEMPT_MAY_ARRIVE_FOR = 10 * MINUTE;
