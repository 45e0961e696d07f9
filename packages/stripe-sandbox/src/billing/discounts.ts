import { create } from "../core/change.ts";
import { newId } from "../core/ids.ts";
import type { Coupon, Discount } from "../core/wire.ts";
import type { World } from "../core/world.ts";
import { after } from "./periods.ts";

type Target = {
  customer: string | null;
  subscription?: string;
  invoice?: string;
  checkoutSession?: string;
  promotionCode?: string | null;
};

/** A coupon is applied to something. */
export function applyCoupon(world: World, coupon: Coupon, target: Target): Discount {
  const now = world.clock.now();
  world.store.put("coupon", { ...coupon, times_redeemed: coupon.times_redeemed + 1 });
  const code = target.promotionCode ? world.store.find("promotionCode", target.promotionCode) : undefined;
  if (code) world.store.put("promotionCode", { ...code, times_redeemed: code.times_redeemed + 1 });
  const months = coupon.duration === "repeating" ? (coupon.duration_in_months ?? 1) : null;
  return create(world, "discount", {
    id: newId("di"),
    object: "discount",
    checkout_session: target.checkoutSession ?? null,
    customer: target.customer,
    customer_account: null,
    end: months === null ? null : after(now, { interval: "month", count: months }, 1),
    invoice: target.invoice ?? null,
    invoice_item: null,
    promotion_code: target.promotionCode ?? null,
    source: { coupon: coupon.id, type: "coupon" },
    start: now,
    subscription: target.subscription ?? null,
    subscription_item: null,
  });
}

/** Whether it can still be used. Every answer computes `valid` again. */
export function couponIsValid(coupon: Coupon, now: number): boolean {
  const usedUp = coupon.max_redemptions !== null && coupon.times_redeemed >= coupon.max_redemptions;
  return !usedUp && (coupon.redeem_by === null || coupon.redeem_by > now);
}

/** What a coupon takes off each of the amounts: never more than there is, and in all exactly its value. */
export function discountShares(
  coupon: Pick<Coupon, "amount_off" | "percent_off"> | undefined,
  amounts: readonly number[],
): number[] {
  if (!coupon) return amounts.map(() => 0);
  const total = amounts.reduce((sum, amount) => sum + amount, 0);
  const off =
    coupon.percent_off === null
      ? Math.min(coupon.amount_off ?? 0, total)
      : Math.round((total * coupon.percent_off) / 100);
  let left = off;
  return amounts.map((amount, place) => {
    const share =
      place === amounts.length - 1
        ? left
        : Math.min(left, total === 0 ? 0 : Math.round((off * amount) / total));
    left -= share;
    return share;
  });
}

/** The coupons of a subscription that count for an invoice made now. */
export function runningDiscount(
  world: World,
  ids: readonly string[],
): { discount: Discount; coupon: Coupon } | undefined {
  for (const id of ids) {
    const discount = world.store.find("discount", id);
    const coupon = discount?.source.coupon ? world.store.find("coupon", discount.source.coupon) : undefined;
    if (discount && coupon && (discount.end === null || discount.end > world.clock.now()))
      return { discount, coupon };
  }
  return undefined;
}
