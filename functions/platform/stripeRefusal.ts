import Stripe from "stripe";

/** Not a refusal: Stripe did not receive the request, or has not decided yet. */
const UNDECIDED = [408, 409, 425, 429];

/**
 * Stripe has looked at a request and said no: what was asked did not happen, and will not. Undefined for
 * everything that leaves that open: time-outs, 5xx, too many requests, a key that is in use.
 */
export function refusalOf(error: unknown): { code: string | undefined; message: string } | undefined {
  if (!(error instanceof Stripe.errors.StripeError)) return undefined;
  if (error instanceof Stripe.errors.StripeIdempotencyError) return undefined;
  const { statusCode, code, message } = error;
  if (statusCode === undefined || statusCode < 400 || statusCode >= 500 || UNDECIDED.includes(statusCode))
    return undefined;
  return { code, message };
}
