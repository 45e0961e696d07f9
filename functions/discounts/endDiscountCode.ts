import { endDiscountCode } from "#shared/discounts/operator.ts";
import { auditAround } from "../audit/index.ts";
import { http } from "../http/index.ts";
import { toDiscountCode } from "./facts.ts";
import { endCode, retrieveCode } from "./promotionCodes.ts";

/** Checkout pages that are already open keep the discount. */
export const handler = http(endDiscountCode)(async ({ input: { codeId }, caller, now }) => {
  const before = await retrieveCode(codeId);
  if (!before.promotion.active) return { code: toDiscountCode(before, now) };
  const ended = await auditAround(
    {
      operator: caller.userId,
      action: "discounts/endDiscountCode",
      subject: `discountCode#${before.promotion.code}`,
      before: { active: true },
      at: now.toISOString(),
    },
    "end",
    () => endCode(codeId),
    () => ({ active: false }),
  );
  return { code: toDiscountCode(ended, now) };
});
