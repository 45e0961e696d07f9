import { couponIsValid } from "../billing/discounts.ts";
import type { CheckoutSession } from "../core/wire.ts";
import type { World } from "../core/world.ts";

/** The coupon behind a code that a customer typed, if it can be redeemed on this session. */
export function redeemable(
  world: World,
  session: CheckoutSession,
  typed: string,
): { coupon: string; promotionCode: string } | undefined {
  const now = world.clock.now();
  const code = world.store
    .all("promotionCode")
    .find((found) => found.active && found.code.toLowerCase() === typed.toLowerCase());
  if (!code || (code.expires_at !== null && code.expires_at <= now)) return undefined;
  if (code.max_redemptions !== null && code.times_redeemed >= code.max_redemptions) return undefined;
  if (code.customer !== null && code.customer !== session.customer) return undefined;
  const least = code.restrictions.minimum_amount;
  if (least !== null && (session.amount_subtotal ?? 0) < least) return undefined;
  const coupon =
    code.promotion.coupon === null ? undefined : world.store.find("coupon", code.promotion.coupon);
  if (!coupon || !couponIsValid(coupon, now)) return undefined;
  if (coupon.currency !== null && coupon.currency !== session.currency) return undefined;
  return { coupon: coupon.id, promotionCode: code.id };
}
