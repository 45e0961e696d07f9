import { couponIsValid } from "../billing/discounts.ts";
import { invalidRequest } from "../core/errors.ts";
import { need } from "../core/need.ts";
import type { Coupon } from "../core/wire.ts";
import type { World } from "../core/world.ts";

type Sent = { coupon?: string; promotion_code?: string }[] | null | undefined;
export type ChosenDiscount = { coupon: Coupon; promotionCode: string | null };

/** The coupon that `discounts` names, directly or by a promotion code. At most one. */
export function chosenDiscount(world: World, sent: Sent): ChosenDiscount | undefined {
  const [first, second] = sent ?? [];
  if (second) throw invalidRequest("You can only pass one discount.", { param: "discounts" });
  if (first?.coupon !== undefined)
    return {
      coupon: valid(world, need(world, "coupon", first.coupon, "discounts[0][coupon]")),
      promotionCode: null,
    };
  if (first?.promotion_code !== undefined) {
    const code = need(world, "promotionCode", first.promotion_code, "discounts[0][promotion_code]");
    if (!code.active)
      throw invalidRequest(`This promotion code cannot be redeemed because it is inactive: ${code.code}`, {
        param: "discounts[0][promotion_code]",
      });
    const coupon =
      code.promotion.coupon === null ? undefined : world.store.find("coupon", code.promotion.coupon);
    if (coupon) return { coupon: valid(world, coupon), promotionCode: code.id };
  }
  return undefined;
}

function valid(world: World, coupon: Coupon): Coupon {
  if (couponIsValid(coupon, world.clock.now())) return coupon;
  throw invalidRequest(`Coupon ${coupon.id} is expired and cannot be applied.`, {
    code: "coupon_expired",
    param: "discounts[0][coupon]",
  });
}
