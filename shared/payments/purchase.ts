import * as z from "zod/mini";
import { PRODUCT_IDS } from "../catalog/catalog.ts";
import { Instant } from "../instant.ts";

/** What was known when the customer went to pay: evidence for a later dispute. */
export const Purchase = z.object({
  /** The checkout session at Stripe. */
  sessionId: z.string(),
  product: z.enum(PRODUCT_IDS),
  /** The discount code that its page took off; left out without one. */
  code: z.optional(z.string()),
  at: Instant,
  /** The network address, as CloudFront saw it. */
  address: z.nullable(z.string()),
  country: z.nullable(z.string()),
  /** What the browser said of itself. */
  device: z.nullable(z.string()),
  /** The version of the terms and the refund policy that the customer accepted; null: none was sent. */
  terms: z.nullable(z.string()),
  /** The version of the privacy policy, likewise. */
  privacy: z._default(z.nullable(z.string()), null),
});
export type Purchase = z.output<typeof Purchase>;
