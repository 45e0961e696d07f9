import type Stripe from "stripe";

/** The API version of every answer and event: the one that the SDK pins. Also the account's default. */
export const API_VERSION: Stripe.LatestApiVersion = "2026-10-28.endive";

/** Whether a version is from before another. Versions begin with their date. */
export const isBefore = (version: string, other: string): boolean =>
  version.slice(0, 10) < other.slice(0, 10);

/** Whether a version can be asked for: it has Stripe's form and is no newer than ours. */
export const isKnownVersion = (version: string): boolean =>
  /^\d{4}-\d{2}-\d{2}(\.[a-z]+)?$/.test(version) && !isBefore(API_VERSION, version);
