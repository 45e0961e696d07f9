import { CATALOG } from "#shared/catalog/catalog.ts";
import { stripe } from "../../platform/stripe.ts";
import { refusalOf } from "../../platform/stripeRefusal.ts";
import type { FoundCredit } from "./find.ts";

export const creditMetadata = ({ subscription, period, cents, at }: FoundCredit) => ({
  creditOf: subscription,
  creditPeriod: String(period),
  creditCents: String(cents),
  creditAt: String(at),
});

/** The coupon's id names its reservation, so a repeated call creates no second coupon. */
export const couponOf = (reservationId: string, { cents, at }: FoundCredit): string =>
  `credit-${reservationId}-${cents}-${at}`;

export async function makeCoupon(reservationId: string, credit: FoundCredit): Promise<void> {
  const { coupons } = await stripe();
  try {
    await coupons.create({
      id: couponOf(reservationId, credit),
      name: "Unused days of your subscription",
      amount_off: credit.cents,
      currency: credit.currency,
      duration: "once",
      max_redemptions: 1,
      applies_to: { products: [CATALOG.lifetime.stripeProductId] },
      metadata: creditMetadata(credit),
    });
  } catch (error) {
    if (refusalOf(error)?.code !== "resource_already_exists") throw error;
  }
}
