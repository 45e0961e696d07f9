import * as z from "zod/mini";
import { Instant } from "../instant.ts";

/** A request that was answered. The same request gets the same lease again. */
export const OfflineLease = z.object({
  nonce: z.string(),
  activationId: z.string(),
  fingerprint: z.string(),
  computerName: z.string(),
  issuedAt: Instant,
  endsAt: Instant,
  /** It has the features of a trial, also after the seat went to another computer. */
  isTrial: z.optional(z.boolean()),
});
export type OfflineLease = z.output<typeof OfflineLease>;
