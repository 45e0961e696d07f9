import type Stripe from "stripe";
import type { Product } from "#shared/catalog/catalog.ts";
import type { Discount } from "#shared/discounts/discount.ts";
import { isCustomerGone, orNoSuchPage, stripe } from "../platform/stripe.ts";
import { refuseForAffiliate } from "./affiliate.ts";
import { discountOf, type OwnCode, ownCode } from "./facts.ts";

const WITH_COUPON = { expand: ["data.promotion.coupon"] };
const PAGE = 25;

/** A discount, and the promotion code for the checkout session. */
export type Applied = {
  discount: Discount;
  promotionCode: string;
  /** The affiliate who gets the buyer; null for the shop's own codes. */
  affiliateId: string | null;
  /** The redemption limit and the redemptions so far; null without a limit. */
  limit: { max: number; redeemed: number } | null;
};

/** @param customer at Stripe; null before the first checkout */
export type Buyer = { userId: string; customer: string | null };

/** Asks Stripe, which counts redemptions and knows which codes have ended. @throws VALIDATION_ERROR at `code` */
export async function applyCode(
  typed: string,
  product: Product,
  { userId, customer }: Buyer,
  now: Date,
): Promise<Applied> {
  const found = await findCode(typed);
  const hasPaid =
    found?.promotion.restrictions.first_time_transaction === true &&
    customer !== null &&
    (await paidBefore(customer));
  const discount = discountOf(found, product, hasPaid, now);
  const affiliateId = found?.affiliateId ?? null;
  if (affiliateId !== null) await refuseForAffiliate(affiliateId, userId);
  const { max_redemptions: max = null, times_redeemed: redeemed = 0 } = found?.promotion ?? {};
  const limit = max === null ? null : { max, redeemed };
  return { discount, promotionCode: found?.promotion.id ?? "", affiliateId, limit };
}

/** The active code of this name, or else the newest ended one. */
export async function findCode(typed: string): Promise<OwnCode | undefined> {
  const { promotionCodes } = await stripe();
  const { data } = await promotionCodes.list({ code: typed.toUpperCase(), limit: 100, ...WITH_COUPON });
  const own = data.flatMap((promotion) => ownCode(promotion) ?? []);
  return own.find(({ promotion }) => promotion.active) ?? own[0];
}

export async function offeredCodes(): Promise<OwnCode[]> {
  const { promotionCodes } = await stripe();
  const { data } = await promotionCodes.list({ active: true, limit: 100, ...WITH_COUPON });
  return data.flatMap((promotion) => ownCode(promotion) ?? []);
}

/** Every purchase has an invoice, also a lifetime license. A customer who was deleted at Stripe counts as new. */
async function paidBefore(customer: string): Promise<boolean> {
  const { invoices } = await stripe();
  try {
    return (await invoices.list({ customer, status: "paid", limit: 1 })).data.length > 0;
  } catch (error) {
    if (!isCustomerGone(error)) throw error;
    return false;
  }
}

/** @throws NOT_FOUND if Stripe does not know the cursor's code */
export async function codesAfter(after: string | undefined): Promise<Stripe.ApiList<Stripe.PromotionCode>> {
  const { promotionCodes } = await stripe();
  return orNoSuchPage(
    promotionCodes.list({
      limit: PAGE,
      ...WITH_COUPON,
      ...(after === undefined ? {} : { starting_after: after }),
    }),
  );
}
