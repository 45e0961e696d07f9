import type Stripe from "stripe";
import type { Reading } from "./reading.ts";
import { stripe } from "./stripe.ts";

/**
 * The Stripe client for a reading, which stores Stripe's answers. It is not in reading.ts, so that functions which only
 * read stored rows do not bundle Stripe's SDK.
 */
export function askStripe(_reading: Reading): Promise<Stripe> {
  return stripe();
}
