import * as z from "zod/mini";
import { Instant } from "../instant.ts";

export const RECENT_KINDS = ["signup", "purchase", "key", "partner", "payout", "alert"] as const;
export type RecentKind = (typeof RECENT_KINDS)[number];

/** An event for the Overview's latest activity. Identifies people by id only. */
export const Recent = z.object({
  id: z.string(),
  kind: z.enum(RECENT_KINDS),
  at: Instant,
  user_id: z.nullable(z.string()),
  amount_cents: z.nullable(z.number()),
  currency: z.nullable(z.string()),
});
export type Recent = z.output<typeof Recent>;
