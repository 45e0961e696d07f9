import { ONCE, type OwnCode, requireOwn, storedPlans } from "./facts.ts";
import { createPromotionCode } from "./promotionCodes.ts";
import { productsOf, type Terms } from "./rules.ts";

/** The coupon defines the discount; the promotion code defines who may use it and until when. @throws CONFLICT */
export async function makeCode(
  requestId: string,
  code: string,
  affiliateId: string | null,
  terms: Terms,
): Promise<OwnCode> {
  const { percentOff, amountOffCents, plans, maxRedemptions, expiresAt } = terms;
  const products = productsOf(plans);
  const metadata = {
    plan: storedPlans(plans),
    requestId,
    ...(affiliateId === null ? {} : { affiliateId }),
    ...(terms.oncePerCustomer ? ONCE : {}),
  };
  const promotion = await createPromotionCode(
    `discount-${requestId}`,
    {
      name: code,
      duration: "once",
      metadata,
      ...(percentOff === null
        ? { amount_off: amountOffCents ?? 0, currency: "usd" }
        : { percent_off: percentOff }),
      ...(products === undefined ? {} : { applies_to: { products } }),
    },
    {
      code,
      metadata,
      ...(terms.firstPurchaseOnly ? { restrictions: { first_time_transaction: true } } : {}),
      ...(maxRedemptions === null ? {} : { max_redemptions: maxRedemptions }),
      ...(expiresAt === null ? {} : { expires_at: Math.floor(Date.parse(expiresAt) / 1000) }),
    },
  );
  return requireOwn(promotion);
}
