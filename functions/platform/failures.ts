/** Tells a package's errors from our mistakes, and logs them. stripe.ts sets it: most functions are without Stripe's SDK. */
export const failures = { tell: (error: unknown): unknown => error };
