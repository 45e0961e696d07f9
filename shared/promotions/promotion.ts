import * as z from "zod/mini";
import { Instant } from "../instant.ts";

/** The banner's text on Overview where the operator left it empty. */
export const DEFAULT_HERO_TEXT = "Limited-time Lifetime Access";
export const DEFAULT_SUBTITLE = "One-time payment. Lifetime updates. No recurring fees.";

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
});
export type Promotions = z.output<typeof Promotions>;
/** What the operator edits. */
export type OfferTerms = Omit<Promotions, "version">;

/** Whether a lifetime license can be bought now. */
export function isOnOffer(promotions: Promotions, now: Date): boolean {
  if (!promotions.lifetime_enabled) return false;
  if (promotions.end_at !== null && Date.parse(promotions.end_at) <= now.getTime()) return false;
  return promotions.quantity_remaining === null || promotions.quantity_remaining > 0;
}
