import * as z from "zod/mini";
import { Instant } from "../instant.ts";

/** An answered request. The same request gets the same lease again. */
export const OfflineLease = z.object({
  nonce: z.string(),
  activationId: z.string(),
  fingerprint: z.string(),
  computerName: z.string(),
  issuedAt: Instant,
  endsAt: Instant,
  /** Whether the lease has a trial's features. Stored, because the seat may go to another computer. */
  isTrial: z.optional(z.boolean()),
});
export type OfflineLease = z.output<typeof OfflineLease>;
