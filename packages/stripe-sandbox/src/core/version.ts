import type Stripe from "stripe";

/** The API version of every answer and event: the one that the SDK pins. */
export const API_VERSION: Stripe.LatestApiVersion = "2026-10-28.endive";
