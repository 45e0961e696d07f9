import { appliesTo, codeIsActive, couponIsValid, hasPaid } from "../billing/discounts.ts";
import { invalidRequest } from "../core/errors.ts";
import { need } from "../core/need.ts";
import type { Coupon } from "../core/wire.ts";
import type { World } from "../core/world.ts";

type Sent = { coupon?: string; promotion_code?: string }[] | null | undefined;
export type ChosenDiscount = { coupon: Coupon; promotionCode: string | null };
export type Sale = { customer: string | null; products: readonly string[]; subtotal: number };

const CODE = "discounts[0][promotion_code]";

/** The single coupon in `discounts`, named directly or by a promotion code. */
export function chosenDiscount(world: World, sent: Sent, sale: Sale): ChosenDiscount | undefined {
  const [first, second] = sent ?? [];
  if (second) throw invalidRequest("You can only pass one discount.", { param: "discounts" });
  if (first?.coupon !== undefined)
    return {
      coupon: valid(world, need(world, "coupon", first.coupon, "discounts[0][coupon]"), sale),
      promotionCode: null,
    };
  if (first?.promotion_code !== undefined) {
    const code = need(world, "promotionCode", first.promotion_code, CODE);
    const coupon =
      code.promotion.coupon === null ? undefined : world.store.find("coupon", code.promotion.coupon);
    if (!codeIsActive(world, code))
      throw invalidRequest(`This promotion code cannot be redeemed because it is inactive: ${code.code}`, {
        param: CODE,
      });
    if (code.customer !== null && code.customer !== sale.customer)
      throw notRedeemable("it belongs to another customer");
    if (code.restrictions.first_time_transaction && sale.customer !== null && hasPaid(world, sale.customer))
      throw notRedeemable("the associated customer has prior transactions");
    const least = code.restrictions.minimum_amount;
    if (least !== null && sale.subtotal < least) throw notRedeemable("the minimum amount was not met");
    if (coupon) return { coupon: valid(world, coupon, sale), promotionCode: code.id };
  }
  return undefined;
}

const notRedeemable = (reason: string) =>
  invalidRequest(`This promotion code cannot be redeemed because ${reason}.`, { param: CODE });

function valid(world: World, coupon: Coupon, sale: Sale): Coupon {
  if (!couponIsValid(coupon, world.clock.now()))
    throw invalidRequest(`Coupon ${coupon.id} is expired and cannot be applied.`, {
      code: "coupon_expired",
      param: "discounts[0][coupon]",
    });
  if (!sale.products.some((product) => appliesTo(coupon, product)))
    throw invalidRequest(`Coupon ${coupon.id} does not apply to any of the products in this request.`, {
      param: "discounts[0][coupon]",
    });
  return coupon;
}
