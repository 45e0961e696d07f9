import type { ReactElement, ReactNode } from "react";
import {
  DEFAULT_HERO_TEXT,
  DEFAULT_SUBTITLE,
  isSoldOut,
  MAY_RETURN,
  type Promotions,
} from "#shared/promotions/promotion.ts";
import { Countdown } from "../../ui/Countdown.tsx";
import { BANNER, COUNT, LEFT, SOLD_OUT, TIMER } from "./look.ts";

export function PromotionBanner({
  promotions,
  note = "",
  children,
}: {
  promotions: Promotions;
  note?: string;
  children: ReactNode;
}): ReactElement | null {
  if (!promotions.lifetime_enabled) return null;
  const { end_at: endAt, quantity_remaining, waiting = 0 } = promotions;
  // Units for people on the waiting list are not on sale.
  const left = quantity_remaining === null ? null : quantity_remaining - waiting;
  const soldOut = isSoldOut(promotions);
  return (
    <section aria-label="Limited offer" className={BANNER}>
      <div className="min-w-0 flex-1 md:min-w-60">
        <p className="font-semibold">{promotions.hero_text || DEFAULT_HERO_TEXT}</p>
        <p className="text-sm text-on-slate-quiet">{promotions.subtitle || DEFAULT_SUBTITLE}</p>
        {note !== "" && <p className="mt-1 text-sm">{note}</p>}
      </div>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        {endAt !== null && <Countdown endAt={endAt} className={TIMER} />}
        {left !== null && !soldOut && (
          <span className={LEFT}>
            <strong className={COUNT}>{left}</strong> Left
          </span>
        )}
        {soldOut && <span className={SOLD_OUT}>Sold Out</span>}
        {promotions.may_return && <span className="text-sm text-on-slate-quiet">{MAY_RETURN}</span>}
        {(!soldOut || promotions.waiting_list) && children}
      </div>
    </section>
  );
}
