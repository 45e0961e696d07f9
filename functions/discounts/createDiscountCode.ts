import { createDiscountCode } from "#shared/discounts/operator.ts";
import { AppError } from "#shared/errors.ts";
import { auditAround } from "../audit/index.ts";
import { http } from "../http/index.ts";
import { markDiscount } from "../referrals/index.ts";
import { affiliateFor } from "./affiliate.ts";
import { toDiscountCode } from "./facts.ts";
import { findCode } from "./find.ts";
import { makeCode } from "./make.ts";
import { checkTerms } from "./rules.ts";

/** Audits before it creates the code at Stripe, because a code is worth money. */
export const handler = http(createDiscountCode)(async ({ input, caller, now }) => {
  const { requestId, code: asked, forAffiliate, ...terms } = input;
  const affiliate = await affiliateFor(asked, forAffiliate);
  // Uses the affiliate's own spelling. Our lookup treats O and 0 alike, but Stripe does not.
  const code = affiliate?.referralCode ?? asked;
  const affiliateId = affiliate?.affiliateId ?? null;
  const before = await findCode(code);
  if (before?.promotion.metadata?.requestId === requestId) return { code: toDiscountCode(before, now) };
  checkTerms(terms, now);
  if (before?.promotion.active)
    throw new AppError("CONFLICT", `The code ${code} already exists. End it first, or choose another code.`);
  const made = await auditAround(
    {
      operator: caller.userId,
      action: "discounts/createDiscountCode",
      subject: `discountCode#${code}`,
      ...(affiliateId === null ? {} : { userId: affiliateId }),
      before: null,
      at: now.toISOString(),
    },
    { ...terms, ...(affiliateId === null ? {} : { affiliateId }) },
    async () => {
      // Marks the affiliate first, because the affiliate's page asks Stripe for the code only if there is a mark.
      if (affiliateId !== null) await markDiscount(affiliateId);
      return makeCode(requestId, code, affiliateId, terms);
    },
    ({ promotion }) => ({ id: promotion.id }),
  );
  return { code: toDiscountCode(made, now) };
});
