import * as z from "zod/mini";
import { Instant, MINUTE } from "../instant.ts";
import { PayoutStatus } from "./states.ts";

/** One call of Stripe's for one payout; written before the call. */
export const TransferAttempt = z.object({
  number: z.number(),
  /** When its idempotency key was used for the first time, and for the last. */
  startedAt: Instant,
  triedAt: Instant,
  /** The operator who asked for it by hand; null: a run did. Its result is audited in their name. */
  by: z._default(z.nullable(z.string()), null),
});
export type TransferAttempt = z.output<typeof TransferAttempt>;

export const Payout = z.object({
  id: z.string(),
  affiliateId: z.string(),
  email: z.string(),
  /** The sum of the ledger rows that it has claimed; nothing else decides it. */
  amountCents: z.number(),
  status: PayoutStatus,
  /**
   * More rows than one transaction holds go page by page: `claiming` while the payout is made, `releasing` after
   * it was canceled, `settling` after it was paid. A run that finds one resumes it.
   */
  work: z.nullable(z.enum(["claiming", "releasing", "settling"])),
  requestedAt: Instant,
  /** The run that made it. */
  batchId: z.string(),
  approvedAt: z.nullable(Instant),
  /** When its transfer was made. */
  transferredAt: z.nullable(Instant),
  /** The affiliate's Stripe account, pinned at approval. */
  destination: z.nullable(z.string()),
  attempt: z.nullable(TransferAttempt),
  transferId: z.nullable(z.string()),
  /** Why it failed or was canceled: the affiliate reads it. */
  reason: z.nullable(z.string()),
  /**
   * What kind of refusal `failed` stands for. temporary: it may pass, so the next run retries it · lasting: a
   * person has to act. Null in every other state.
   */
  refusal: z._default(z.nullable(z.enum(["temporary", "lasting"])), null),
  /** What was reversed after it was paid: sums of Stripe's reversals. */
  reversedCents: z.number(),
  /** Stripe's ids of them: each counts once. */
  reversalIds: z.array(z.string()),
  /** Counts the writes: each is conditional on what was read. */
  version: z.number(),
});
export type Payout = z.output<typeof Payout>;

/**
 * For so long an attempt is repeated by its own idempotency key, which cannot pay twice. After it, and once the
 * last try is as old, nothing of it can still be on its way: what Stripe does not show then did not happen, and
 * a new attempt gets a new key (Stripe forgets keys after 24 hours).
 */
export const ATTEMPT_MAY_ARRIVE_FOR = 10 * MINUTE;
