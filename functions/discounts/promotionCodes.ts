import type Stripe from "stripe";
import { AppError } from "#shared/errors.ts";
import { callKey } from "../platform/callKey.ts";
import { orRefused, stripe } from "../platform/stripe.ts";
import { type OwnCode, requireOwn } from "./facts.ts";

const WITH_COUPON = ["promotion.coupon"];

/**
 * Creates a coupon with its promotion code. Deletes the coupon again if Stripe refuses the code.
 * @param idempotencyKey the same key returns the same code
 * @throws CONFLICT with Stripe's own reason, for example if another active code has this name
 */
export async function createPromotionCode(
  idempotencyKey: string,
  coupon: Stripe.CouponCreateParams,
  code: Omit<Stripe.PromotionCodeCreateParams, "promotion" | "expand">,
): Promise<Stripe.PromotionCode> {
  const { coupons, promotionCodes } = await stripe();
  // The key includes the code: after a refusal the coupon is deleted, so another code needs a new coupon.
  const couponKey = callKey(`${idempotencyKey}-coupon`, { coupon, code });
  const { id } = await orRefused(coupons.create(coupon, { idempotencyKey: couponKey }));
  const params = { ...code, promotion: { type: "coupon" as const, coupon: id }, expand: WITH_COUPON };
  try {
    return await orRefused(
      promotionCodes.create(params, { idempotencyKey: callKey(`${idempotencyKey}-code`, params) }),
    );
  } catch (error) {
    if (error instanceof AppError) await coupons.del(id);
    throw error;
  }
}

/** @throws NOT_FOUND */
export async function retrieveCode(id: string): Promise<OwnCode> {
  const { promotionCodes } = await stripe();
  return requireOwn(await orRefused(promotionCodes.retrieve(id, { expand: WITH_COUPON })));
}

/** @throws NOT_FOUND, or CONFLICT with Stripe's own reason if Stripe refuses */
export async function endCode(id: string): Promise<OwnCode> {
  const { promotionCodes } = await stripe();
  return requireOwn(await orRefused(promotionCodes.update(id, { active: false, expand: WITH_COUPON })));
}
