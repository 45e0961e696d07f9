import * as z from "zod/mini";
import { Instant } from "../instant.ts";

/** The banner's text on Overview where the operator left it empty. */
export const DEFAULT_HERO_TEXT = "Limited-time Lifetime Access";
export const DEFAULT_SUBTITLE = "One-time payment. Lifetime updates. No recurring fees.";

/** Below "Sold Out" while held units may still be left unpaid. */
export const MAY_RETURN = "All units are in checkouts; some may return.";

/** The limited lifetime offer as everybody may see it. */
export const Promotions = z.object({
  lifetime_enabled: z.boolean(),
  hero_text: z.string(),
  subtitle: z.string(),
  /** When the offer ends; null: open end. */
  end_at: z.nullable(Instant),
  /** total − sold − reserved; null: unlimited. */
  quantity_remaining: z.nullable(z.number()),
  /** Counts every change of the offer, sales too; the operator's save must name the newest. */
  version: z.number(),
  /** Whether people can wait for a unit; left out while the operator has not switched the waiting list on. */
  waiting_list: z.optional(z.boolean()),
  /**
   * How many people wait: so many of the remaining units are theirs. Left out once the list is off, nobody waits and
   * nobody is offered a unit.
   */
  waiting: z.optional(z.number()),
  /** It is sold out while some units are in checkouts, and unpaid ones return; left out otherwise. */
  may_return: z.optional(z.literal(true)),
});
export type Promotions = z.output<typeof Promotions>;
/** What the operator edits. */
export type OfferTerms = Omit<Promotions, "version" | "waiting" | "may_return">;

/** Whether a lifetime license can be bought now. */
export function isOnOffer(promotions: Promotions, now: Date): boolean {
  return isRunning(promotions, now) && !isSoldOut(promotions);
}

/** Whether people can join the waiting list now. */
export function canWait(promotions: Promotions, now: Date): boolean {
  return promotions.waiting_list === true && isRunning(promotions, now) && isSoldOut(promotions);
}

function isRunning({ lifetime_enabled, end_at }: Promotions, now: Date): boolean {
  return lifetime_enabled && (end_at === null || Date.parse(end_at) > now.getTime());
}

/** Also while people wait for the units that are left. */
export function isSoldOut({ quantity_remaining, waiting = 0 }: Promotions): boolean {
  return quantity_remaining !== null && quantity_remaining <= waiting;
}
