import type Stripe from "stripe";
import { stripe } from "../../platform/stripe.ts";

const WITH_OWNER = ["payment_intent.customer"];

/** A page of all disputes, newest first, in one request. */
export async function disputesAfter(after: string | undefined): Promise<Stripe.ApiList<Stripe.Dispute>> {
  const { disputes } = await stripe();
  return disputes.list({
    limit: 25,
    expand: WITH_OWNER.map((path) => `data.${path}`),
    ...(after === undefined ? {} : { starting_after: after }),
  });
}
