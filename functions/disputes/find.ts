import type Stripe from "stripe";
import { orNoSuchPage, stripe } from "../platform/stripe.ts";

const WITH_OWNER = ["payment_intent.customer"];

/** Newest first. @throws NOT_FOUND if Stripe does not know the dispute `after` */
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
