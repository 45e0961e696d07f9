import type Stripe from "stripe";
import type { Reading } from "./reading.ts";
import { stripe } from "./stripe.ts";

/**
 * The Stripe client for calls whose answers a reading stores. The parameter makes callers start the reading first. Not
 * in reading.ts, because functions that only read stored rows do not bundle Stripe's SDK.
 */
export function askStripe(_reading: Reading): Promise<Stripe> {
  return stripe();
}
