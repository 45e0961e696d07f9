import type Stripe from "stripe";
import { closeCheckout } from "../../platform/changeAtStripe.ts";
import { stripe } from "../../platform/stripe.ts";

/** The customer's checkout pages that can still be paid, newest first; a handful. */
export async function openCheckouts(customer: string): Promise<Stripe.Checkout.Session[]> {
  const { sessions } = (await stripe()).checkout;
  return (await sessions.list({ customer, status: "open", limit: 100 })).data;
}

/** Closes them all. The webhook of each releases what was held for it. */
export async function closeCheckouts(customer: string): Promise<void> {
  for (const { id } of await openCheckouts(customer)) await closeCheckout(id);
}
