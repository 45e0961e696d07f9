import type { ReactElement } from "react";
import { DEFAULT_HERO_TEXT, DEFAULT_SUBTITLE, MAY_RETURN } from "#shared/promotions/promotion.ts";
import { getPromotions } from "#shared/promotions/public.ts";
import { API_PATH } from "#shared/site.ts";
import { buttonClass } from "../../ui/Button.tsx";
import { checkoutLink } from "./checkoutLinks.ts";
import { COUNT, LEFT, SOLD_OUT, TIMER } from "./look.ts";

/** The lifetime license's button. The limited offer's banner above is hidden until live/offer.ts fills it in. */
export function LandingOffer(): ReactElement {
  return (
    <div data-offer="" data-from={API_PATH + getPromotions.path} className="mt-auto flex flex-col gap-4">
      <section
        hidden
        data-offer-terms=""
        aria-label="Limited offer"
        className="rounded-control bg-slate p-4 text-on-slate"
      >
        <p data-offer-hero_text="" className="font-semibold">
          {DEFAULT_HERO_TEXT}
        </p>
        <p data-offer-subtitle="" className="text-sm text-on-slate-quiet">
          {DEFAULT_SUBTITLE}
        </p>
        <p className="mt-2 flex flex-wrap items-baseline gap-x-5 gap-y-2">
          <span>
            <span hidden data-offer-timer="" role="timer" aria-live="off" className={TIMER} />{" "}
            <span data-offer-days="" className="text-sm" />
          </span>
          <span hidden data-offer-left="" className={LEFT}>
            <strong data-offer-count="" className={COUNT} /> Left
          </span>
          <span hidden data-offer-sold="" className={SOLD_OUT}>
            Sold Out
          </span>
          <span hidden data-offer-return="" className="text-sm text-on-slate-quiet">
            {MAY_RETURN}
          </span>
        </p>
      </section>
      <a {...checkoutLink("payment")} data-offer-buy="" className={buttonClass("secondary", "large")}>
        Get Lifetime Access
      </a>
      <a hidden {...checkoutLink("payment")} data-offer-wait="" className={buttonClass("secondary", "large")}>
        See the waiting list
      </a>
    </div>
  );
}
