import { AppError } from "#shared/errors.ts";
import type { LifetimeOffer } from "#shared/promotions/offer.ts";
import {
  canWait,
  DEFAULT_HERO_TEXT,
  DEFAULT_SUBTITLE,
  isOnOffer,
  type OfferTerms,
  type Promotions,
} from "#shared/promotions/promotion.ts";

/** More than can ever sell, so that an unlimited offer follows the same rules. */
const UNLIMITED = 1_000_000_000;

export function toPromotions(offer: LifetimeOffer): Promotions {
  return {
    lifetime_enabled: offer.enabled,
    hero_text: offer.heroText || DEFAULT_HERO_TEXT,
    subtitle: offer.subtitle || DEFAULT_SUBTITLE,
    end_at: offer.endAt,
    quantity_remaining: offer.total === null ? null : Math.max(0, offer.left),
    version: offer.version,
    ...(offer.waitingList ? { waiting_list: true } : {}),
    ...(offer.waitingList || offer.waiting > 0 || offer.offered > 0 ? { waiting: offer.waiting } : {}),
    ...(offer.total !== null && offer.left <= offer.waiting && offer.reserved > 0
      ? { may_return: true as const }
      : {}),
  };
}

/**
 * Whether the line ends because nobody in it can get a unit. An offer that is turned off keeps its line, because it may
 * resume.
 */
export function isLineOver({ waitingList, waiting, endAt }: LifetimeOffer, now: Date): boolean {
  return waiting > 0 && (!waitingList || (endAt !== null && Date.parse(endAt) <= now.getTime()));
}

export function canServe(offer: LifetimeOffer, now: Date): boolean {
  return offer.enabled && offer.waiting > 0 && offer.left > 0 && !isLineOver(offer, now);
}

/** @throws OFFER_UNAVAILABLE if the offer is off, over or sold out */
export function refuseWithoutOffer(offer: LifetimeOffer, now: Date): void {
  if (!isOnOffer(toPromotions(offer), now))
    throw new AppError("OFFER_UNAVAILABLE", "This offer is not available.");
}

/** @throws CONFLICT while a unit can be bought, OFFER_UNAVAILABLE if the offer has no waiting list */
export function refuseToWait(offer: LifetimeOffer, now: Date): void {
  const promotions = toPromotions(offer);
  if (canWait(promotions, now)) return;
  if (isOnOffer(promotions, now)) throw new AppError("CONFLICT", "A unit is available. You can buy it now.");
  throw new AppError("OFFER_UNAVAILABLE", "There is no waiting list for this offer.");
}

/** Stores a default text as empty, so that the page shows a new default when we change it. */
const unless = (standard: string, text: string) => (text === standard ? "" : text);

/**
 * Applies the operator's edit. The operator sets the remaining quantity. The total is this quantity plus the sold and
 * reserved units.
 * @param loaded the terms that the operator saw; without them, any change since then is a CONFLICT
 * @throws CONFLICT if the offer, or a term that the operator changed, has changed since it was loaded
 */
export function saveOffer(
  before: LifetimeOffer,
  edited: OfferTerms,
  loadedVersion: number,
  loaded?: OfferTerms,
): LifetimeOffer {
  const wanted = before.version === loadedVersion ? edited : loaded && mergeTerms(before, edited, loaded);
  if (wanted === undefined)
    throw new AppError("CONFLICT", "The offer has changed since you loaded it. Review it, then save.", {
      details: { current: toPromotions(before) },
    });
  const used = before.sold + before.reserved;
  const remaining = wanted.quantity_remaining;
  return {
    ...before,
    enabled: wanted.lifetime_enabled,
    heroText: unless(DEFAULT_HERO_TEXT, wanted.hero_text),
    subtitle: unless(DEFAULT_SUBTITLE, wanted.subtitle),
    // Always with milliseconds, because the database compares instants as text.
    endAt: wanted.end_at === null ? null : new Date(wanted.end_at).toISOString(),
    total: remaining === null ? null : used + remaining,
    left: remaining ?? UNLIMITED - used,
    version: before.version + 1,
    waitingList: wanted.waiting_list ?? before.waitingList,
  };
}

const TERMS = [
  "lifetime_enabled",
  "hero_text",
  "subtitle",
  "end_at",
  "quantity_remaining",
  "waiting_list",
] as const;

/** Makes terms comparable: `end_at` with milliseconds, and a missing `waiting_list` as off. */
const withInstant = (terms: OfferTerms): OfferTerms => ({
  ...terms,
  waiting_list: terms.waiting_list ?? false,
  end_at: terms.end_at === null ? null : new Date(terms.end_at).toISOString(),
});

/**
 * @returns the current offer with the operator's changes; undefined if one of these terms was also changed elsewhere
 */
function mergeTerms(before: LifetimeOffer, edited: OfferTerms, loaded: OfferTerms): OfferTerms | undefined {
  const { waiting_list } = loaded;
  const [now, mine, seen] = [
    withInstant(toPromotions(before)),
    withInstant({ waiting_list, ...edited }),
    withInstant(loaded),
  ];
  const changed = TERMS.filter((term) => mine[term] !== seen[term]);
  if (changed.some((term) => now[term] !== seen[term])) return undefined;
  return { ...now, ...Object.fromEntries(changed.map((term) => [term, mine[term]])) };
}
