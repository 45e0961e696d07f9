import type { Affiliate } from "#shared/affiliates/affiliate.ts";
import { findByCode, getAffiliate } from "../referrals/index.ts";
import { refused } from "./rules.ts";

/** Refuses the code to its affiliate, and to everyone while the affiliate is suspended. @throws VALIDATION_ERROR */
export async function refuseForAffiliate(affiliateId: string, buyerUserId: string): Promise<void> {
  if (affiliateId === buyerUserId)
    throw refused("This is your own code. It gives a discount to the people you recommend us to.");
  const affiliate = await getAffiliate(affiliateId);
  if (affiliate?.status !== "active") throw refused("This discount code can no longer be used.");
}

/**
 * The affiliate that a new code is for. The shop's own codes must not resemble an affiliate's code, because buyers
 * would confuse the two.
 * @throws VALIDATION_ERROR at `code`
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
