import * as z from "zod/mini";
import { Instant } from "../instant.ts";

/** The day of the terms that the site shows. Their section "Refunds" is the refund policy. */
export const TERMS_DATED = "2025-09-19";

/** What was known when somebody went to pay: what a dispute needs later. */
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
  /** The day of the terms and the refund policy that the page showed and the customer accepted; null: none was sent. */
  terms: z.nullable(z.string()),
});
export type Purchase = z.output<typeof Purchase>;
