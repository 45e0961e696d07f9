import type Stripe from "stripe";
import type { Reading } from "./reading.ts";
import { stripe } from "./stripe.ts";

/**
 * The Stripe client for reads whose answers a reading stores. It is not in reading.ts, so that functions which only
 * read the stored rows do not bundle Stripe's SDK.
 */
export function askStripe(_reading: Reading): Promise<Stripe> {
  return stripe();
}
