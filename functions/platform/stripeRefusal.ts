import Stripe from "stripe";

/** Statuses that are not final: Stripe did not accept the request, or has not decided. */
const UNDECIDED = [408, 409, 425, 429];

/**
 * Stripe's refusal: the request had no effect, and an immediate repeat would not help. Undefined if the outcome is
 * open, as after timeouts, 5xx, rate limits and idempotency errors.
 */
export function refusalOf(error: unknown): { code: string | undefined; message: string } | undefined {
  if (!(error instanceof Stripe.errors.StripeError)) return undefined;
  if (error instanceof Stripe.errors.StripeIdempotencyError) return undefined;
  const { statusCode, code, message } = error;
  if (statusCode === undefined || statusCode < 400 || statusCode >= 500 || UNDECIDED.includes(statusCode))
    return undefined;
  return { code, message };
}
