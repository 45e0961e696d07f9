import { create } from "../core/change.ts";
import { newId } from "../core/ids.ts";
import type { Coupon, Customer, Discount, PromotionCode } from "../core/wire.ts";
import type { World } from "../core/world.ts";
import { after } from "./periods.ts";

type Target = {
  customer: string | null;
  subscription?: string;
  invoice?: string;
  checkoutSession?: string;
  promotionCode?: string | null;
};

/** Creates a discount from a coupon, and counts the use of the coupon and of its promotion code. */
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

/** Whether the coupon can still be redeemed. Every answer shows the current result as `valid`. */
export function couponIsValid(coupon: Coupon, now: number): boolean {
  const usedUp = coupon.max_redemptions !== null && coupon.times_redeemed >= coupon.max_redemptions;
  return !usedUp && (coupon.redeem_by === null || coupon.redeem_by > now);
}

/** A coupon as Stripe shows it: `applies_to` appears only if expanded. */
export function shownCoupon(world: World, { applies_to: _, ...coupon }: Coupon): Coupon {
  return { ...coupon, valid: couponIsValid(coupon, world.clock.now()) };
}

/** Whether the coupon is valid and the code can still be redeemed. */
export function codeIsActive(world: World, code: PromotionCode): boolean {
  const now = world.clock.now();
  const coupon =
    code.promotion.coupon === null ? undefined : world.store.find("coupon", code.promotion.coupon);
  if (!code.active || !coupon || !couponIsValid(coupon, now)) return false;
  const usedUp = code.max_redemptions !== null && code.times_redeemed >= code.max_redemptions;
  return !usedUp && (code.expires_at === null || code.expires_at > now);
}

/** Whether a customer has a successful payment, or a paid invoice of any amount. */
export function hasPaid(world: World, customer: Customer["id"]): boolean {
  const paid = world.store
    .all("paymentIntent")
    .some((intent) => intent.customer === customer && intent.status === "succeeded");
  return (
    paid ||
    world.store.all("invoice").some((invoice) => invoice.customer === customer && invoice.status === "paid")
  );
}

/** Whether a coupon covers a product. Without `applies_to`, it covers every product. */
export function appliesTo(coupon: Coupon, product: string | null): boolean {
  return (
    coupon.applies_to === undefined || (product !== null && coupon.applies_to.products.includes(product))
  );
}

export type Discountable = { amount: number; product: string | null };

/** The discount of each line. It is zero for products that the coupon does not cover. */
export function sharesOf(coupon: Coupon | undefined, lines: readonly Discountable[]): number[] {
  const shares = discountShares(
    coupon,
    lines.filter(({ product }) => coupon && appliesTo(coupon, product)).map(({ amount }) => amount),
  );
  return lines.map(({ product }) => (coupon && appliesTo(coupon, product) ? (shares.shift() ?? 0) : 0));
}

/** Splits a discount over the amounts. The last amount takes the difference from rounding. */
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

/** The first discount that has not ended, with its coupon. */
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
