import { appliesTo, codeIsActive, hasPaid } from "../billing/discounts.ts";
import { lineItemsOf } from "../checkout/lines.ts";
import type { CheckoutSession } from "../core/wire.ts";
import type { World } from "../core/world.ts";

export function redeemable(
  world: World,
  session: CheckoutSession,
  typed: string,
): { coupon: string; promotionCode: string } | undefined {
  const code = world.store
    .all("promotionCode")
    .find((found) => codeIsActive(world, found) && found.code.toLowerCase() === typed.toLowerCase());
  const coupon = code?.promotion.coupon ? world.store.find("coupon", code.promotion.coupon) : undefined;
  if (!code || !coupon) return undefined;
  const { customer } = session;
  if (code.customer !== null && code.customer !== customer) return undefined;
  if (code.restrictions.first_time_transaction && customer !== null && hasPaid(world, customer))
    return undefined;
  const least = code.restrictions.minimum_amount;
  if (least !== null && (session.amount_subtotal ?? 0) < least) return undefined;
  if (coupon.currency !== null && coupon.currency !== session.currency) return undefined;
  const plan = world.store.find("checkoutPlan", session.id);
  const products = plan ? lineItemsOf(world, plan).map(({ price }) => price?.product ?? null) : [];
  if (!products.some((product) => appliesTo(coupon, product))) return undefined;
  return { coupon: coupon.id, promotionCode: code.id };
}
