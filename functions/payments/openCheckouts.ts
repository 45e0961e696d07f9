import type Stripe from "stripe";
import type { Mode } from "#shared/catalog/catalog.ts";
import { closeCheckout } from "../platform/changeAtStripe.ts";
import { stripe } from "../platform/stripe.ts";

export async function openCheckouts(customer: string, mode?: Mode): Promise<Stripe.Checkout.Session[]> {
  const { sessions } = (await stripe()).checkout;
  const { data } = await sessions.list({ customer, status: "open", limit: 100 });
  return data.filter((session) => mode === undefined || session.mode === mode);
}

/** The webhook about a closed page releases what the page reserved. */
export async function closeCheckouts(customer: string, mode?: Mode): Promise<void> {
  for (const { id } of await openCheckouts(customer, mode)) await closeCheckout(id);
}

/** Closes a reservation's page when the page's id was not stored. @returns false if the page was paid */
export async function closePageOf(reservationId: string, customer: string): Promise<boolean> {
  const pages = await openCheckouts(customer, "payment");
  const page = pages.find(({ metadata }) => metadata?.reservation === reservationId);
  return page === undefined || (await closeCheckout(page.id));
}
