import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";

/** Receives Stripe's events. The signature over the raw body is the authorization. */
export const stripeWebhook = endpoint({
  method: "POST",
  path: "/api/stripe/webhook",
  audience: "stripe",
  errors: ["CONFLICT"],
  input: z.object({}),
  output: z.object({ received: z.literal(true) }),
});
