/** Maps a package's errors to ours. Set by stripe.ts, because most functions do not bundle Stripe's SDK. */
export const failures = { tell: (error: unknown): unknown => error };
