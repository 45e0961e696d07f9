import { stripeWebhook } from "#shared/billing/stripe.ts";
import { stripeEvents } from "../platform/stripeEvents.ts";
import { handleEvent } from "./events/handleEvent.ts";

/** A failure anywhere is answered with an error, and Stripe delivers again. */
export const handler = stripeEvents(stripeWebhook)(async ({ event, now }) => {
  await handleEvent(event, now);
  return { received: true };
});
