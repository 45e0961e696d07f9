import * as z from "zod/mini";

/** A message of the payouts queue: one or two calls at Stripe. Processing it twice has the same result. */
export const PayoutMessage = z.union([
  /** `batchId`: the run that waits for the result. */
  z.object({
    kind: z.literal("transfer"),
    payoutId: z.string(),
    batchId: z.nullable(z.string()),
    /** How many attempts a failed payout had when it was queued. It is retried only if the number is still the same. */
    retryAfter: z.optional(z.number()),
  }),
  /** Stripe reported a change of a connected account. */
  z.object({ kind: z.literal("account"), accountId: z.string() }),
  /** Stripe reported a reversed transfer. */
  z.object({ kind: z.literal("reversal"), transferId: z.string() }),
]);
export type PayoutMessage = z.output<typeof PayoutMessage>;

/** A message of the batches queue: continues a run where it stopped. */
export const BatchMessage = z.object({ batchId: z.string() });
export type BatchMessage = z.output<typeof BatchMessage>;
