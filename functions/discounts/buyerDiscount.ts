import type { Affiliate } from "#shared/affiliates/affiliate.ts";
import { log } from "../platform/log.ts";
import { linkOf, stateOf } from "./facts.ts";
import { findCode } from "./find.ts";

/** The code's current discount. Null if there is none, or if Stripe fails, so that the page still loads. */
export async function buyerDiscountOf({ affiliateId, referralCode }: Affiliate, now: Date) {
  try {
    const own = await findCode(referralCode);
    if (own?.affiliateId !== affiliateId || stateOf(own.promotion, now) !== "active") return null;
    const { coupon, plans, promotion } = own;
    return {
      percent_off: coupon.percent_off,
      amount_off_cents: coupon.amount_off,
      plans,
      first_purchase_only: promotion.restrictions.first_time_transaction,
      link: linkOf(own),
    };
  } catch (error) {
    log.error("affiliate.discountUnknown", error);
    return null;
  }
}
