import type { Product } from "#shared/catalog/catalog.ts";
import { AppError } from "#shared/errors.ts";
import { findByCode, getAffiliate, getAttribution } from "../referrals/index.ts";
import type { OwnCode } from "./facts.ts";
import { type Applied, applyCode, type Buyer } from "./find.ts";

/**
 * The code of the affiliate who referred the buyer, because a link gives the same discount as the code.
 * @param offered all active codes
 * @returns null if the code gives this buyer no discount
 */
export async function linkedCode(
  offered: readonly OwnCode[],
  product: Product,
  buyer: Buyer,
  now: Date,
): Promise<string | null> {
  if (offered.every(({ affiliateId }) => affiliateId === null)) return null;
  const attribution = await getAttribution(buyer.userId);
  const own = offered.find(({ affiliateId }) => affiliateId === attribution?.affiliateId);
  const applied = own && (await orNothing(applyCode(own.promotion.code, product, buyer, now)));
  return applied?.discount.code ?? null;
}

/**
 * The discount of the affiliate's code that the buyer typed as the creator code.
 * @returns undefined if the code gives no discount; the buyer is attributed anyway
 */
export async function discountOfCreator(
  typed: string,
  product: Product,
  buyer: Buyer,
  now: Date,
): Promise<Applied | undefined> {
  const owner = await findByCode(typed);
  const affiliate = owner && (await getAffiliate(owner.affiliateId));
  if (!affiliate?.givesDiscount) return undefined;
  return orNothing(applyCode(affiliate.referralCode, product, buyer, now));
}

async function orNothing(applied: Promise<Applied>): Promise<Applied | undefined> {
  try {
    return await applied;
  } catch (error) {
    if (error instanceof AppError && error.code === "VALIDATION_ERROR") return undefined;
    throw error;
  }
}
