import type { ReactElement } from "react";
import { DEFAULT_HERO_TEXT, DEFAULT_SUBTITLE, MAY_RETURN } from "#shared/promotions/promotion.ts";
import { getPromotions } from "#shared/promotions/public.ts";
import { API_PATH } from "#shared/site.ts";
import { buttonClass } from "../../ui/Button.tsx";
import { checkoutLink } from "./checkoutLinks.ts";
import { BANNER, COUNT, LEFT, SOLD_OUT, TIMER } from "./look.ts";

/** The limited offer's banner, hidden until live/offer.ts fills it in. Without the offer the page is whole as well. */
export function LandingOffer(): ReactElement {
  return (
    <div
      hidden
      data-offer=""
      data-from={API_PATH + getPromotions.path}
      className="mx-auto mt-6 max-w-[54rem]"
    >
      <section aria-label="Limited offer" className={BANNER}>
        <div className="min-w-0 flex-1">
          <p data-offer-hero_text="" className="font-semibold">
            {DEFAULT_HERO_TEXT}
          </p>
          <p data-offer-subtitle="" className="text-sm text-on-slate-quiet">
            {DEFAULT_SUBTITLE}
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
          <span hidden data-offer-timer="" role="timer" aria-live="off" className={TIMER} />
          <span hidden data-offer-left="" className={LEFT}>
            <strong data-offer-count="" className={COUNT} /> Left
          </span>
          <span hidden data-offer-sold="" className={SOLD_OUT}>
            Sold Out
          </span>
          <span hidden data-offer-return="" className="text-sm text-on-slate-quiet">
            {MAY_RETURN}
          </span>
          <a {...checkoutLink("payment")} data-offer-buy="" className={buttonClass("primary")}>
            Get Lifetime Access
          </a>
          <a hidden {...checkoutLink("payment")} data-offer-wait="" className={buttonClass("secondary")}>
            See the waiting list
          </a>
        </div>
      </section>
    </div>
  );
}
