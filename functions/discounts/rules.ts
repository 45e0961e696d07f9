import { CATALOG } from "#shared/catalog/catalog.ts";
import { type DiscountPlans, isEveryPlan } from "#shared/discounts/discount.ts";
import type { createDiscountCode } from "#shared/discounts/operator.ts";
import type { Input } from "#shared/endpoint.ts";
import { AppError } from "#shared/errors.ts";
import { inMoney } from "#shared/words.ts";

/** Stripe refuses smaller charges (docs.stripe.com/currencies). A free purchase would have no payment to refund. */
export const MIN_CHARGE_CENTS = 50;

/** The price after the discount, rounded as Stripe does. */
export function discounted(
  price: number,
  off: { percentOff: number | null; amountOffCents: number | null },
): number {
  return off.percentOff === null
    ? Math.max(0, price - (off.amountOffCents ?? 0))
    : price - Math.round((price * off.percentOff) / 100);
}

export const refused = (message: string, cause?: unknown) =>
  new AppError("VALIDATION_ERROR", message, { field: "code", cause });

export type Terms = Omit<Input<typeof createDiscountCode>, "requestId" | "code" | "forAffiliate">;

/** @throws VALIDATION_ERROR at the first field that is not allowed */
export function checkTerms(terms: Terms, now: Date): void {
  const { percentOff, amountOffCents, plans, expiresAt } = terms;
  if ((percentOff === null) === (amountOffCents === null))
    throw wrong("percentOff", "Give either a percentage or an amount.");
  for (const { price } of plans.map((plan) => CATALOG[plan])) {
    if (discounted(price, terms) < MIN_CHARGE_CENTS)
      throw wrong(
        percentOff === null ? "amountOffCents" : "percentOff",
        `With this discount, ${inMoney(price)} falls below Stripe's minimum of ${inMoney(MIN_CHARGE_CENTS)}.`,
      );
  }
  if (expiresAt !== null && Date.parse(expiresAt) <= now.getTime())
    throw wrong("expiresAt", "The end must be in the future.");
}

const wrong = (field: string, message: string) => new AppError("VALIDATION_ERROR", message, { field });

/** The products at Stripe that a coupon for these plans applies to; undefined: all. */
export const productsOf = (plans: DiscountPlans): string[] | undefined =>
  isEveryPlan(plans) ? undefined : plans.map((plan) => CATALOG[plan].stripeProductId);
