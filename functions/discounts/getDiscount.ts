import { CATALOG } from "#shared/catalog/catalog.ts";
import { getDiscount } from "#shared/discounts/discount.ts";
import { http } from "../http/index.ts";
import { applyCode, offeredCodes } from "./find.ts";
import { linkedCode } from "./linked.ts";

export const handler = http(getDiscount)(async ({ input: { mode, plan, code }, caller, now }) => {
  const product = mode === "payment" ? CATALOG.lifetime : CATALOG[plan ?? "monthly"];
  const buyer = { userId: caller.userId, customer: caller.user.stripeCustomerId };
  if (code === undefined) {
    const offered = await offeredCodes();
    const linked = await linkedCode(offered, product, buyer, now);
    return { offered: offered.length > 0, linked, discount: null };
  }
  const { discount } = await applyCode(code, product, buyer, now);
  return { offered: true, linked: null, discount };
});
