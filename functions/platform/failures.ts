/** Maps errors of Stripe's SDK to ours, once stripe.ts is loaded. Most functions do not bundle the SDK. */
export const failures = { tell: (error: unknown): unknown => error };
