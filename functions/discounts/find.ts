import type Stripe from "stripe";
import type { Product } from "#shared/catalog/catalog.ts";
import type { Discount } from "#shared/discounts/discount.ts";
import { idOf } from "../payments/index.ts";
import { isCustomerGone, orNoSuchPage, stripe } from "../platform/stripe.ts";
import { refuseForAffiliate } from "./affiliate.ts";
import { discountOf, type Had, isOnce, type OwnCode, ownCode } from "./facts.ts";

const WITH_COUPON = { expand: ["data.promotion.coupon"] };
const PAGE = 25;

export type Applied = {
  discount: Discount;
  promotionCode: string;
  affiliateId: string | null;
  /** The redemption limit and the redemptions so far; null without a limit. */
  limit: { max: number; redeemed: number } | null;
};

/** @property customer at Stripe; null before the first checkout */
export type Buyer = { userId: string; customer: string | null };

/** Asks Stripe, which counts redemptions and knows which codes have ended. @throws VALIDATION_ERROR at `code` */
export async function applyCode(
  typed: string,
  product: Product,
  { userId, customer }: Buyer,
  now: Date,
): Promise<Applied> {
  const found = await findCode(typed);
  const had = found && customer !== null ? await hadBefore(found, customer) : NOTHING;
  const discount = discountOf(found, product, had, now);
  const affiliateId = found?.affiliateId ?? null;
  if (affiliateId !== null) await refuseForAffiliate(affiliateId, userId);
  const { max_redemptions: max = null, times_redeemed: redeemed = 0 } = found?.promotion ?? {};
  const limit = max === null ? null : { max, redeemed };
  return { discount, promotionCode: found?.promotion.id ?? "", affiliateId, limit };
}

/** The active code of this name, or else the newest code that is not active. */
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

const NOTHING: Had = { paid: false, code: false };

/** Every purchase has an invoice, even a lifetime license. A customer who was deleted at Stripe counts as new. */
async function hadBefore({ promotion }: OwnCode, customer: string): Promise<Had> {
  if (!promotion.restrictions.first_time_transaction && !isOnce(promotion)) return NOTHING;
  const { invoices } = await stripe();
  try {
    const { data } = await invoices.list({
      customer,
      status: "paid",
      limit: 100,
      expand: ["data.discounts"],
    });
    const codes = data.flatMap(({ discounts }) =>
      discounts.map((discount) => (typeof discount === "string" ? null : idOf(discount.promotion_code))),
    );
    return { paid: data.length > 0, code: codes.includes(promotion.id) };
  } catch (error) {
    if (!isCustomerGone(error)) throw error;
    return NOTHING;
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
