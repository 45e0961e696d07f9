import type Stripe from "stripe";
import type { Endpoint, Output } from "#shared/endpoint.ts";
import { AppError } from "#shared/errors.ts";
import { type ApiEvent, edge, rawBody } from "./edge.ts";
import { log } from "./log.ts";
import { verifyStripeEvent } from "./stripe.ts";

/** The Lambda behind a Stripe webhook. The signature over the raw body authorizes it. */
export function stripeEvents<const E extends Endpoint>(contract: E) {
  return (handle: (request: { event: Stripe.Event; now: Date }) => Promise<Output<E>>) =>
    edge(contract, async (request, now) => handle({ event: await verified(request, now), now }));
}

/** Logs a wrong signature for the alarm, because our secret may be outdated. */
async function verified(request: ApiEvent, now: Date): Promise<Stripe.Event> {
  const signature = request.headers["stripe-signature"] ?? "";
  try {
    return await verifyStripeEvent(rawBody(request), signature, now);
  } catch (error) {
    if (signature !== "" && error instanceof AppError && error.field === "stripe-signature")
      log.warn("webhook.refused");
    throw error;
  }
}
