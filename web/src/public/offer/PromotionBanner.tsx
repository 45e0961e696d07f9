import type { ReactElement, ReactNode } from "react";
import { DEFAULT_HERO_TEXT, DEFAULT_SUBTITLE, type Promotions } from "#shared/promotions/promotion.ts";
import { Countdown } from "../../ui/Countdown.tsx";

/** The limited lifetime offer; nothing while it is switched off. `children` is the way to buy it. */
export function PromotionBanner({
  promotions,
  children,
}: {
  promotions: Promotions;
  children: ReactNode;
}): ReactElement | null {
  if (!promotions.lifetime_enabled) return null;
  const { end_at: endAt, quantity_remaining: left } = promotions;
  const soldOut = left !== null && left <= 0;
  return (
    <section
      aria-label="Limited offer"
      className="flex flex-col gap-4 rounded-card bg-slate p-5 text-on-slate sm:px-6 md:flex-row md:items-center md:gap-6"
    >
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{promotions.hero_text || DEFAULT_HERO_TEXT}</p>
        <p className="text-sm text-on-slate-quiet">{promotions.subtitle || DEFAULT_SUBTITLE}</p>
      </div>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        {endAt !== null && <Countdown endAt={endAt} className="figures text-lg font-medium tracking-tight" />}
        {left !== null && !soldOut && (
          <span className="text-sm">
            <strong className="figures font-semibold">{left}</strong> Left
          </span>
        )}
        {soldOut ? (
          <span className="rounded-full border border-on-slate/30 px-3 py-1 text-sm font-medium">
            Sold Out
          </span>
        ) : (
          children
        )}
      </div>
    </section>
  );
}
