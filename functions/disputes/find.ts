import type Stripe from "stripe";
import { orNoSuchPage, stripe } from "../platform/stripe.ts";

const WITH_OWNER = ["payment_intent.customer"];

/**
 * A page of all disputes, newest first, in one request.
 * @param after the dispute at which the page before ended
 * @throws NOT_FOUND if Stripe shows no such dispute
 */
export async function disputesAfter(after: string | undefined): Promise<Stripe.ApiList<Stripe.Dispute>> {
  const { disputes } = await stripe();
  return orNoSuchPage(
    disputes.list({
      limit: 25,
      expand: WITH_OWNER.map((path) => `data.${path}`),
      ...(after === undefined ? {} : { starting_after: after }),
    }),
  );
}
