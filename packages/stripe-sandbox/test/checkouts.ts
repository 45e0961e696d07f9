import type Stripe from "stripe";
import { aMonthlyPrice, aPrice } from "./sandbox.ts";

/** Return addresses of the hosted page. */
export const BACK = {
  success_url: "https://shop.test/success?session={CHECKOUT_SESSION_ID}",
  cancel_url: "https://shop.test/cart",
};

/** A checkout of 49 dollars. */
export async function paymentCheckout(stripe: Stripe, more: object = {}): Promise<Stripe.Checkout.Session> {
  const price = await aPrice(stripe, { unit_amount: 4900 });
  return stripe.checkout.sessions.create({
    mode: "payment",
    line_items: [{ price: price.id, quantity: 1 }],
    ...BACK,
    ...more,
  });
}

/** A checkout of a subscription for 12 dollars a month. */
export async function monthlyCheckout(stripe: Stripe, more: object = {}): Promise<Stripe.Checkout.Session> {
  const price = await aMonthlyPrice(stripe);
  return stripe.checkout.sessions.create({
    mode: "subscription",
    line_items: [{ price: price.id, quantity: 1 }],
    ...BACK,
    ...more,
  });
}
