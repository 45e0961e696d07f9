import * as z from "zod/mini";
import { Instant } from "../instant.ts";

/** `fail` is what earns nothing: a bot's click, one at a suspended affiliate's link, a void conversion. */
export const ActivityStatus = z.enum(["success", "fail"]);

/** A click as it is kept. Neither an address nor anything to compute one from is in it. */
export const Click = z.object({
  /** What the visitor's cookie holds; made of a secret, so nobody can guess one. */
  id: z.string(),
  affiliateId: z.string(),
  status: ActivityStatus,
  /** Null: the landing page. */
  destinationId: z.nullable(z.string()),
  /** Host and path of the page with the link; what stands behind the question mark may be private. */
  referrer: z.nullable(z.string()),
  device: z.enum(["desktop", "mobile", "tablet", "bot"]),
  country: z.nullable(z.string()),
  isBot: z.boolean(),
  at: Instant,
});
export type Click = z.output<typeof Click>;

/** A payment of a referred customer, as the feed shows it; the commission's own row is the ledger's. */
export const Conversion = z.object({
  /** The commission's id. */
  id: z.string(),
  affiliateId: z.string(),
  /** What was paid, without tax. */
  amountCents: z.int(),
  currency: z.string(),
  status: ActivityStatus,
  at: Instant,
});
export type Conversion = z.output<typeof Conversion>;

/** One line of the operator's Activity. */
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
