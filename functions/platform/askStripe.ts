import type Stripe from "stripe";
import type { Reading } from "./reading.ts";
import { stripe } from "./stripe.ts";

/**
 * Stripe's client for the questions whose answers a reading stores. Apart from reading.ts, so that a function
 * which reads the same rows without asking Stripe does not bundle Stripe's SDK.
 */
export function askStripe(_reading: Reading): Promise<Stripe> {
  return stripe();
}
