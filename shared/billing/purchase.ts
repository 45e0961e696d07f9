import * as z from "zod/mini";
import { Instant } from "../instant.ts";

/**
 * The day on which the terms' text was last changed, which names their version: docs/terms has the text of each. Their
 * section "Refunds" is the refund policy.
 */
export const TERMS_VERSION = "2026-11-22";

/** What was known when the customer went to pay: evidence for a later dispute. */
export const Purchase = z.object({
  /** The checkout session at Stripe. */
  sessionId: z.string(),
  product: z.enum(["monthly", "lifetime"]),
  at: Instant,
  /** The network address, as CloudFront saw it. */
  address: z.nullable(z.string()),
  country: z.nullable(z.string()),
  /** What the browser said of itself. */
  device: z.nullable(z.string()),
  /** The version of the terms and the refund policy that the customer accepted; null: none was sent. */
  terms: z.nullable(z.string()),
});
export type Purchase = z.output<typeof Purchase>;
