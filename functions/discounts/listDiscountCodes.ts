import { listDiscountCodes } from "#shared/discounts/operator.ts";
import { http } from "../http/index.ts";
import { ownCode, toDiscountCode } from "./facts.ts";
import { codesAfter } from "./find.ts";

/** Stripe counts the redemptions. Codes created in its dashboard are not listed. */
export const handler = http(listDiscountCodes)(async ({ input, now }) => {
  const { data, has_more } = await codesAfter(input.cursor);
  const own = data.flatMap((promotion) => ownCode(promotion) ?? []);
  return {
    codes: own.map((code) => toDiscountCode(code, now)),
    next: has_more ? (data.at(-1)?.id ?? null) : null,
  };
});
