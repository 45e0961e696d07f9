import { CATALOG } from "#shared/billing/catalog.ts";
import { getDiscount } from "#shared/billing/discounts.ts";
import { http } from "../platform/http.ts";
import { applyCode, isAnyOffered } from "./discounts/find.ts";

export const handler = http(getDiscount)(async ({ input: { mode, code }, caller, now }) => {
  if (code === undefined) return { offered: await isAnyOffered(), discount: null };
  const product = mode === "payment" ? CATALOG.lifetime : CATALOG.monthly;
  const { discount } = await applyCode(code, product, caller.user.stripeCustomerId, now);
  return { offered: true, discount };
});
