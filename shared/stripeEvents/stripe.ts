import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";

/** Stripe's events: the body is read raw, its signature is the authorization. */
export const stripeWebhook = endpoint({
  method: "POST",
  path: "/api/stripe/webhook",
  audience: "stripe",
  errors: ["CONFLICT"],
  input: z.object({}),
  output: z.object({ received: z.literal(true) }),
});
