import { AppError } from "#shared/errors.ts";
import {
  canWait,
  DEFAULT_HERO_TEXT,
  DEFAULT_SUBTITLE,
  isOnOffer,
  type OfferTerms,
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
  waitingList: boolean;
  /** People in line; so many units are theirs. */
  waiting: number;
  /** Of the reserved units, those that are held for people of the waiting list. */
  offered: number;
  wantedAt?: string | undefined;
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
    ...(offer.waitingList ? { waiting_list: true } : {}),
    ...(offer.waitingList || offer.waiting > 0 || offer.offered > 0 ? { waiting: offer.waiting } : {}),
    ...(offer.total !== null && offer.left <= offer.waiting && offer.reserved > 0
      ? { may_return: true as const }
      : {}),
  };
}

/** Whether the line waits for nothing. An offer that is only switched off may continue, so its line waits. */
export function isLineOver({ waitingList, waiting, endAt }: Offer, now: Date): boolean {
  return waiting > 0 && (!waitingList || (endAt !== null && Date.parse(endAt) <= now.getTime()));
}

/** Whether a unit is there for the first in line. */
export function canServe(offer: Offer, now: Date): boolean {
  return offer.enabled && offer.waiting > 0 && offer.left > 0 && !isLineOver(offer, now);
}

/** @throws OFFER_UNAVAILABLE if it is off, over or sold out */
export function refuseWithoutOffer(offer: Offer, now: Date): void {
  if (!isOnOffer(toPromotions(offer), now))
    throw new AppError("OFFER_UNAVAILABLE", "This offer is not available.");
}

/** @throws CONFLICT while a unit can be bought, OFFER_UNAVAILABLE if nobody can wait for one */
export function refuseToWait(offer: Offer, now: Date): void {
  const promotions = toPromotions(offer);
  if (canWait(promotions, now)) return;
  if (isOnOffer(promotions, now)) throw new AppError("CONFLICT", "A unit is available. You can buy it now.");
  throw new AppError("OFFER_UNAVAILABLE", "There is no waiting list for this offer.");
}

/** The texts that stand for an empty field are not kept, so that a later wording reaches the page. */
const unless = (standard: string, text: string) => (text === standard ? "" : text);

/**
 * The offer as the operator wants it. What remains is what they set; what is sold and reserved stays counted,
 * so the total can never fall below it.
 * @param loaded the terms that the operator saw; without them any change since then is a CONFLICT
 * @throws CONFLICT if the offer, or a term that the operator changed, has changed since it was loaded
 */
export function saveOffer(
  before: Offer,
  edited: OfferTerms,
  loadedVersion: number,
  loaded?: OfferTerms,
): Offer {
  const wanted = before.version === loadedVersion ? edited : loaded && mergeTerms(before, edited, loaded);
  if (wanted === undefined)
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
    waitingList: wanted.waiting_list ?? before.waitingList,
    waiting: before.waiting,
    offered: before.offered,
    ...(before.wantedAt === undefined ? {} : { wantedAt: before.wantedAt }),
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

/** An instant is the same with and without its milliseconds, and a switch that is not named is off. */
const withInstant = (terms: OfferTerms): OfferTerms => ({
  ...terms,
  waiting_list: terms.waiting_list ?? false,
  end_at: terms.end_at === null ? null : new Date(terms.end_at).toISOString(),
});

/** @returns what the operator changed, over the offer as it is; undefined if a term changed in both */
function mergeTerms(before: Offer, edited: OfferTerms, loaded: OfferTerms): OfferTerms | undefined {
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
