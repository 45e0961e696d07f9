import { AppError } from "#shared/errors.ts";
import {
  DEFAULT_HERO_TEXT,
  DEFAULT_SUBTITLE,
  isOnOffer,
  type Promotions,
} from "#shared/promotions/promotion.ts";

/** What the rules look at; functions/promotions/table.ts says how it is stored. */
type Offer = {
  enabled: boolean;
  heroText: string;
  subtitle: string;
  endAt: string | null;
  total: number | null;
  sold: number;
  reserved: number;
  left: number;
  version: number;
};

/** More units than can ever sell: an offer without a limit follows the same rules as one with. */
const UNLIMITED = 1_000_000_000;

/** What everybody may see of the offer: what remains is counted, never stored. */
export function toPromotions(offer: Offer): Promotions {
  return {
    lifetime_enabled: offer.enabled,
    hero_text: offer.heroText || DEFAULT_HERO_TEXT,
    subtitle: offer.subtitle || DEFAULT_SUBTITLE,
    end_at: offer.endAt,
    quantity_remaining: offer.total === null ? null : Math.max(0, offer.left),
    version: offer.version,
  };
}

/** @throws OFFER_UNAVAILABLE if it is off, over or sold out */
export function refuseWithoutOffer(offer: Offer, now: Date): void {
  if (!isOnOffer(toPromotions(offer), now))
    throw new AppError("OFFER_UNAVAILABLE", "This offer is not available.");
}

/** The texts that stand for an empty field are not kept, so that a later wording reaches the page. */
const unless = (standard: string, text: string) => (text === standard ? "" : text);

/**
 * The offer as the operator wants it. What remains is what they set; what is sold and reserved stays counted,
 * so the total can never fall below it.
 * @throws CONFLICT if the offer has changed since it was loaded
 */
export function saveOffer(before: Offer, wanted: Omit<Promotions, "version">, loadedVersion: number): Offer {
  if (before.version !== loadedVersion)
    throw new AppError("CONFLICT", "The offer has changed since you loaded it. Review it, then save.", {
      details: { current: toPromotions(before) },
    });
  const used = before.sold + before.reserved;
  const remaining = wanted.quantity_remaining;
  return {
    enabled: wanted.lifetime_enabled,
    heroText: unless(DEFAULT_HERO_TEXT, wanted.hero_text),
    subtitle: unless(DEFAULT_SUBTITLE, wanted.subtitle),
    // Written with milliseconds, as `now` is: the database compares them as text.
    endAt: wanted.end_at === null ? null : new Date(wanted.end_at).toISOString(),
    total: remaining === null ? null : used + remaining,
    sold: before.sold,
    reserved: before.reserved,
    left: remaining ?? UNLIMITED - used,
    version: before.version + 1,
  };
}
