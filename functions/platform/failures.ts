/**
 * stripe.ts replaces `tell` with a function that maps Stripe's errors to ours. Most functions do not bundle Stripe's
 * SDK.
 */
export const failures = { tell: (error: unknown): unknown => error };
