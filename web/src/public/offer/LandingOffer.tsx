import { type ReactElement, useEffect, useState } from "react";
import type { Promotions } from "#shared/promotions/promotion.ts";
import { getPromotions } from "#shared/promotions/public.ts";
import { call } from "../../api/call.ts";
import { buttonClass } from "../../ui/Button.tsx";
import { checkoutLink } from "./checkoutLinks.ts";
import { PromotionBanner } from "./PromotionBanner.tsx";

/** Without the offer the page is whole as well: a failure stays silent. */
export function LandingOffer(): ReactElement | null {
  const [promotions, setPromotions] = useState<Promotions | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    call(getPromotions, {}, { signal: leaving.signal }).then(setPromotions, () => undefined);
    return () => leaving.abort();
  }, []);
  if (promotions === null) return null;
  return (
    <div className="mx-auto mt-6 max-w-[54rem]">
      <PromotionBanner promotions={promotions}>
        <a {...checkoutLink("payment")} className={buttonClass("primary")}>
          Get Lifetime Access
        </a>
      </PromotionBanner>
    </div>
  );
}
