import type Stripe from "stripe";
import type { Endpoint, Output } from "#shared/endpoint.ts";
import { edge, rawBody } from "./edge.ts";
import { verifyStripeEvent } from "./stripe.ts";

/** The Lambda behind a Stripe webhook: the signature over the raw body is the authorization. */
export function stripeEvents<const E extends Endpoint>(contract: E) {
  return (handle: (request: { event: Stripe.Event; now: Date }) => Promise<Output<E>>) =>
    edge(contract, async (request, now) => {
      const event = await verifyStripeEvent(rawBody(request), request.headers["stripe-signature"] ?? "", now);
      return handle({ event, now });
    });
}
