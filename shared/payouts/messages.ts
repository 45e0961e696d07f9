import * as z from "zod/mini";

/** What the payouts queue carries: one call or two at Stripe each. Whatever comes twice ends the same. */
export const PayoutMessage = z.union([
  /** `batchId`: the run that waits for what comes of it. */
  z.object({
    kind: z.literal("transfer"),
    payoutId: z.string(),
    batchId: z.nullable(z.string()),
    /** Of a failed payout: how many attempts it had when it was queued. It is retried only while it has no more. */
    retryAfter: z.optional(z.number()),
  }),
  /** Stripe said that a connected account changed. */
  z.object({ kind: z.literal("account"), accountId: z.string() }),
  /** Stripe reported that a transfer was reversed. */
  z.object({ kind: z.literal("reversal"), transferId: z.string() }),
]);
export type PayoutMessage = z.output<typeof PayoutMessage>;

/** A message of the batches queue: a run continues where it stopped. */
export const BatchMessage = z.object({ batchId: z.string() });
export type BatchMessage = z.output<typeof BatchMessage>;
