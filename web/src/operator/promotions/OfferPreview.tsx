import type { ReactElement } from "react";
import { DEFAULT_HERO_TEXT, DEFAULT_SUBTITLE, isOnOffer } from "#shared/promotions/promotion.ts";
import { Card, CardTitle } from "../../ui/Card.tsx";
import { Chip } from "../../ui/Chip.tsx";
import { Countdown } from "../../ui/Countdown.tsx";
import { daysIn } from "../../ui/countdown.ts";
import { atTime, count } from "../../ui/format.ts";
import { clockSkew } from "../../ui/serverClock.ts";
import { type Draft, hasEnded, termsOf } from "./draft.ts";

export function OfferPreview({ draft }: { draft: Draft }): ReactElement {
  const read = termsOf(draft);
  const offer = "offer" in read ? read.offer : null;
  const now = Date.now() + clockSkew();
  const on = offer !== null && isOnOffer({ ...offer, version: 0 }, new Date(now));
  return (
    <Card className="p-5 sm:p-6">
      <div className="flex items-center justify-between gap-3">
        <CardTitle>As customers will see it</CardTitle>
        <Chip dot tone={on ? "good" : "neutral"}>
          {on ? "on offer" : hasEnded(draft) ? "ended" : "not on offer"}
        </Chip>
      </div>
      <div className="mt-4 rounded-card border border-line bg-raised p-5">
        <p className="text-lg font-semibold wrap-anywhere">{draft.hero_text || DEFAULT_HERO_TEXT}</p>
        <p className="mt-1 text-sm wrap-anywhere text-quiet">{draft.subtitle || DEFAULT_SUBTITLE}</p>
        <p className="figures mt-4 flex flex-wrap gap-x-6 gap-y-1 text-sm text-quiet">
          <span>
            {offer === null || offer.quantity_remaining === null
              ? "No limit"
              : `${count(offer.quantity_remaining)} left`}
          </span>
          {offer?.end_at != null && (
            <span>
              {hasEnded(draft) ? (
                `Ended ${atTime(offer.end_at)}`
              ) : (
                <>
                  Ends in{" "}
                  <span className="font-medium text-ink">
                    {daysIn(offer.end_at, now) || <Countdown endAt={offer.end_at} />}
                  </span>
                </>
              )}
            </span>
          )}
        </p>
      </div>
    </Card>
  );
}
