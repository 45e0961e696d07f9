import type { Affiliate } from "#shared/affiliates/affiliate.ts";
import { findByCode, getAffiliate } from "../referrals/index.ts";
import { refused } from "./rules.ts";

/** An affiliate's discount is for their buyers, and for as long as they are in the program. @throws VALIDATION_ERROR */
export async function refuseForAffiliate(affiliateId: string, buyerUserId: string): Promise<void> {
  if (affiliateId === buyerUserId)
    throw refused("This is your own code. It gives a discount to the people you recommend us to.");
  const affiliate = await getAffiliate(affiliateId);
  if (affiliate?.status !== "active") throw refused("This discount code can no longer be used.");
}

/**
 * The affiliate whose code a discount is created for. Only the affiliate may have a code that reads like theirs:
 * buyers would not tell the two apart.
 * @throws VALIDATION_ERROR of `code`
 */
export async function affiliateFor(code: string, forAffiliate: boolean): Promise<Affiliate | undefined> {
  const owner = await findByCode(code);
  if (!forAffiliate) {
    if (owner)
      throw refused(
        "An affiliate has this code or one that looks like it. Turn on “Affiliate's code”, or choose another code.",
      );
    return undefined;
  }
  const affiliate = owner && (await getAffiliate(owner.affiliateId));
  if (!affiliate) throw refused("No affiliate has this code.");
  if (affiliate.status !== "active") throw refused("This affiliate is suspended.");
  return affiliate;
}
