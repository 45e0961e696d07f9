import { listDiscountCodes } from "#shared/discounts/operator.ts";
import { http } from "../http/index.ts";
import { ownCode, toDiscountCode } from "./facts.ts";
import { codesAfter } from "./find.ts";

/** Reads the codes at Stripe, which counts the redemptions. Skips codes that were created in Stripe's dashboard. */
export const handler = http(listDiscountCodes)(async ({ input, now }) => {
  const { data, has_more } = await codesAfter(input.cursor);
  const own = data.flatMap((promotion) => ownCode(promotion) ?? []);
  return {
    codes: own.map((code) => toDiscountCode(code, now)),
    next: has_more ? (data.at(-1)?.id ?? null) : null,
  };
});
