import type Stripe from "stripe";
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

/** One that was paid or closed in the meantime is left alone. */
export async function closeCheckout(sessionId: string): Promise<void> {
  const { sessions } = (await stripe()).checkout;
  try {
    await sessions.expire(sessionId);
  } catch (error) {
    if ((await sessions.retrieve(sessionId)).status === "open") throw error;
  }
}
