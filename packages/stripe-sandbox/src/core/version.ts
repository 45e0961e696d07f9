import type Stripe from "stripe";

/** The API version of all answers and events, as pinned by the SDK. */
export const API_VERSION: Stripe.LatestApiVersion = "2026-10-28.endive";
