import type Stripe from "stripe";

/** The fingerprint of the card of a payment or attempt; `latest_charge` must be expanded. */
export function cardOf({
  latest_charge: charge,
}: Pick<Stripe.PaymentIntent, "latest_charge">): string | null {
  return charge === null || typeof charge === "string"
    ? null
    : (charge.payment_method_details?.card?.fingerprint ?? null);
}
