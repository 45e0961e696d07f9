import * as z from "zod/mini";
import { PRODUCT_IDS } from "../catalog/catalog.ts";
import { Instant } from "../instant.ts";

/** Our record of the start of a checkout, as evidence for a later dispute. */
export const Purchase = z.object({
  sessionId: z.string(),
  product: z.enum(PRODUCT_IDS),
  code: z.optional(z.string()),
  at: Instant,
  /** The IP address that CloudFront saw. */
  address: z.nullable(z.string()),
  country: z.nullable(z.string()),
  /** The browser's User-Agent header. */
  device: z.nullable(z.string()),
  /** The accepted version of the terms and the refund policy; null if none was sent. */
  terms: z.nullable(z.string()),
  privacy: z._default(z.nullable(z.string()), null),
});
export type Purchase = z.output<typeof Purchase>;
