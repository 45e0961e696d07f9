import { join } from "#shared/affiliates/customer.ts";
import { AppError } from "#shared/errors.ts";
import { http } from "../http/index.ts";
import { retryOnConflict, transact } from "../platform/dynamo.ts";
import { newReferralCode } from "../platform/random.ts";
import { createAffiliate, findByCode, getAffiliate, newAffiliate } from "../referrals/index.ts";

/** The write usually succeeds, so the handler looks for an existing membership or code only after a conflict. */
export const handler = http(join)(async ({ input, caller, now }) =>
  retryOnConflict(async (isFirst) => {
    if (!isFirst) {
      const known = await getAffiliate(caller.userId);
      if (known) return { referral_code: known.referralCode };
      if (input.code !== undefined && (await findByCode(input.code)))
        throw new AppError("CONFLICT", "Another affiliate has this or a similar code. Choose another.", {
          field: "code",
        });
    }
    const affiliate = newAffiliate(caller.user, input.code ?? newReferralCode(), now, input.country);
    await transact(createAffiliate(affiliate));
    return { referral_code: affiliate.referralCode };
  }),
);
