import * as z from "zod/mini";
import { Instant } from "../instant.ts";

export const DEFAULT_HERO_TEXT = "Limited-time Lifetime Access";
export const DEFAULT_SUBTITLE = "One-time payment. Lifetime updates. No recurring fees.";

/** Shown below "Sold Out" while a held unit may still become free. */
export const MAY_RETURN = "Some units are held for customers and may return.";

/** The public view of the limited lifetime offer. */
export const Promotions = z.object({
  lifetime_enabled: z.boolean(),
  hero_text: z.string(),
  subtitle: z.string(),
  end_at: z.nullable(Instant),
  /** total − sold − reserved; null: unlimited. */
  quantity_remaining: z.nullable(z.number()),
  /** Changes with every change of the offer, including sales. The operator's save must name the current version. */
  version: z.number(),
  /** Whether people can wait for a unit; absent while the waiting list is off. */
  waiting_list: z.optional(z.boolean()),
  /**
   * How many people wait. That many of the remaining units are for them. Absent if the list is off, nobody waits and
   * nobody has an offer.
   */
  waiting: z.optional(z.number()),
  /** Sold out, but unpaid checkouts hold units that may return; absent otherwise. */
  may_return: z.optional(z.literal(true)),
});
export type Promotions = z.output<typeof Promotions>;
export type OfferTerms = Omit<Promotions, "version" | "waiting" | "may_return">;

export function isOnOffer(promotions: Promotions, now: Date): boolean {
  return isRunning(promotions, now) && !isSoldOut(promotions);
}

export function canWait(promotions: Promotions, now: Date): boolean {
  return promotions.waiting_list === true && isRunning(promotions, now) && isSoldOut(promotions);
}

function isRunning({ lifetime_enabled, end_at }: Promotions, now: Date): boolean {
  return lifetime_enabled && (end_at === null || Date.parse(end_at) > now.getTime());
}

/** Also true if people on the waiting list will get all remaining units. */
export function isSoldOut({ quantity_remaining, waiting = 0 }: Promotions): boolean {
  return quantity_remaining !== null && quantity_remaining <= waiting;
}
