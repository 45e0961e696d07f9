import type Stripe from "stripe";

/** The fingerprint of the card that a payment was made with, or tried; `latest_charge` is expanded. */
export function cardOf({
  latest_charge: charge,
}: Pick<Stripe.PaymentIntent, "latest_charge">): string | null {
  return charge === null || typeof charge === "string"
    ? null
    : (charge.payment_method_details?.card?.fingerprint ?? null);
}
