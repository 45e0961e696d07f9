import { createDiscountCode } from "#shared/billing/discountCodes.ts";
import { AppError } from "#shared/errors.ts";
import { auditAround } from "../audit/table.ts";
import { http } from "../platform/http.ts";
import { toDiscountCode } from "./discounts/facts.ts";
import { findCode } from "./discounts/find.ts";
import { makeCode } from "./discounts/make.ts";
import { checkTerms } from "./discounts/rules.ts";

/** A code is worth money, so the intent is audited before Stripe is asked. */
export const handler = http(createDiscountCode)(async ({ input, caller, now }) => {
  const { requestId, code, ...terms } = input;
  const before = await findCode(code);
  if (before?.promotion.metadata?.requestId === requestId) return { code: toDiscountCode(before, now) };
  checkTerms(terms, now);
  if (before?.promotion.active)
    throw new AppError("CONFLICT", `The code ${code} exists already. End it first, or choose another name.`);
  const made = await auditAround(
    {
      operator: caller.userId,
      action: "billing/createDiscountCode",
      subject: `discountCode#${code}`,
      before: null,
      at: now.toISOString(),
    },
    terms,
    () => makeCode(requestId, code, terms),
    ({ promotion }) => ({ id: promotion.id }),
  );
  return { code: toDiscountCode(made, now) };
});
