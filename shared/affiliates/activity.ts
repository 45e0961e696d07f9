import * as z from "zod/mini";
import { Instant } from "../instant.ts";

/** `fail` earns nothing: a bot's click, a click on a suspended affiliate's link, a void conversion. */
export const ActivityStatus = z.enum(["success", "fail"]);

/** A stored click. It contains no IP address, and none can be computed from it. */
export const Click = z.object({
  /** The value of the visitor's cookie, an HMAC, so nobody can guess it. */
  id: z.string(),
  affiliateId: z.string(),
  status: ActivityStatus,
  /** Null: the landing page. */
  destinationId: z.nullable(z.string()),
  /** Host and path of the page with the link. Its query may be private and is dropped. */
  referrer: z.nullable(z.string()),
  device: z.enum(["desktop", "mobile", "tablet", "bot"]),
  country: z.nullable(z.string()),
  isBot: z.boolean(),
  at: Instant,
});
export type Click = z.output<typeof Click>;

/** A referred customer's payment, as the feed shows it. The ledger has the commission. */
export const Conversion = z.object({
  id: z.string(),
  affiliateId: z.string(),
  /** Without tax. */
  amountCents: z.int(),
  currency: z.string(),
  status: ActivityStatus,
  at: Instant,
});
export type Conversion = z.output<typeof Conversion>;

export const ActivityEntry = z.discriminatedUnion("type", [
  z.object({
    id: z.string(),
    affiliate_id: z.string(),
    type: z.literal("click"),
    referrer: z.nullable(z.string()),
    device: z.string(),
    country: z.nullable(z.string()),
    is_bot: z.boolean(),
    status: ActivityStatus,
    ts: Instant,
  }),
  z.object({
    id: z.string(),
    affiliate_id: z.string(),
    type: z.literal("conversion"),
    amount_cents: z.number(),
    currency: z.string(),
    status: ActivityStatus,
    ts: Instant,
  }),
]);
export type ActivityEntry = z.output<typeof ActivityEntry>;
