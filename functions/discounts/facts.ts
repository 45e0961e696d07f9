import type Stripe from "stripe";
import { CATALOG, PRODUCT_IDS, type Product } from "#shared/catalog/catalog.ts";
import { type Discount, DiscountPlans, discountedPlans, isEveryPlan } from "#shared/discounts/discount.ts";
import type { DiscountCode } from "#shared/discounts/operator.ts";
import { AppError } from "#shared/errors.ts";
import { fromEpochSeconds, toEpochSeconds } from "#shared/instant.ts";
import { discounted, refused } from "./rules.ts";

/** A promotion code that the shop created, with its coupon. */
export type OwnCode = {
  promotion: Stripe.PromotionCode;
  coupon: Stripe.Coupon;
  plans: DiscountPlans;
  /** The affiliate to whom buyers are attributed; null for the shop's own codes. */
  affiliateId: string | null;
};

/** Marks a code that works once for each customer. Stripe has no such limit, so we enforce it. */
export const ONCE = { once: "true" } as const;
export const isOnce = ({ metadata }: Stripe.PromotionCode): boolean => metadata?.once === ONCE.once;

/** Stored for every plan, because there were once two plans. */
const EVERY = "both";
export const storedPlans = (plans: DiscountPlans): string => (isEveryPlan(plans) ? EVERY : plans.join());

/** Whether the buyer has ever paid, and whether the buyer has ever used this code. */
export type Had = { paid: boolean; code: boolean };

/** @param promotion with its coupon expanded. @returns undefined if the shop did not create the code */
export function ownCode(promotion: Stripe.PromotionCode): OwnCode | undefined {
  const { coupon } = promotion.promotion;
  if (coupon === null || typeof coupon === "string") return undefined;
  const { plan, affiliateId = null } = promotion.metadata ?? {};
  const plans = DiscountPlans.safeParse(plan === EVERY ? PRODUCT_IDS : plan?.split(","));
  return plans.success ? { promotion, coupon, plans: plans.data, affiliateId } : undefined;
}

/** @throws NOT_FOUND if the shop did not create the code */
export function requireOwn(promotion: Stripe.PromotionCode): OwnCode {
  const own = ownCode(promotion);
  if (!own) throw new AppError("NOT_FOUND", "There is no such discount code.");
  return own;
}

export function stateOf(
  { active, expires_at, max_redemptions, times_redeemed }: Stripe.PromotionCode,
  now: Date,
) {
  if (expires_at !== null && expires_at <= toEpochSeconds(now.toISOString())) return "expired";
  if (max_redemptions !== null && times_redeemed >= max_redemptions) return "used_up";
  return active ? "active" : "ended";
}

/** @throws VALIDATION_ERROR at `code` with the reason why the customer cannot use the code */
export function discountOf(own: OwnCode | undefined, product: Product, had: Had, now: Date): Discount {
  if (own === undefined) throw refused("This discount code does not exist.");
  const { promotion, coupon, plans } = own;
  const state = stateOf(promotion, now);
  if (state !== "active") throw refused(WHY_NOT[state]);
  if (!plans.includes(product.id)) throw refused(`This discount code is only for ${discountedPlans(plans)}.`);
  if (promotion.restrictions.first_time_transaction && had.paid)
    throw refused("This discount code is only for a first purchase.");
  if (isOnce(promotion) && had.code)
    throw refused("You have used this discount code before. It works once for each customer.");
  return {
    code: promotion.code,
    percent_off: coupon.percent_off,
    amount_off_cents: coupon.amount_off,
    price_cents: discounted(product.price, {
      percentOff: coupon.percent_off,
      amountOffCents: coupon.amount_off,
    }),
    names_affiliate: own.affiliateId !== null,
  };
}

export const WHY_NOT = {
  expired: "This discount code has expired.",
  used_up: "This discount code has been used up.",
  ended: "This discount code has ended.",
} as const;

export function toDiscountCode(own: OwnCode, now: Date): DiscountCode {
  const { promotion, coupon, plans, affiliateId } = own;
  return {
    id: promotion.id,
    code: promotion.code,
    percent_off: coupon.percent_off,
    amount_off_cents: coupon.amount_off,
    plans,
    first_purchase_only: promotion.restrictions.first_time_transaction,
    once_per_customer: isOnce(promotion),
    affiliate_id: affiliateId,
    redemptions: promotion.times_redeemed,
    max_redemptions: promotion.max_redemptions,
    expires_at: promotion.expires_at === null ? null : fromEpochSeconds(promotion.expires_at),
    state: stateOf(promotion, now),
    link: linkOf(own),
    created_at: fromEpochSeconds(promotion.created),
  };
}

export const linkOf = ({ plans, promotion }: OwnCode): string =>
  `${plans.every((plan) => CATALOG[plan].mode === "payment") ? "/checkout" : "/checkout/subscription"}?code=${promotion.code}`;
