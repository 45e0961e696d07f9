import * as z from "zod/mini";

/** Stripe accepts amounts of up to eight digits (docs.stripe.com/api/charges). */
export const MAX_CENTS = 99_999_999;

/** The row's version when the form was loaded. Saving adds one, and DynamoDB's client stores safe integers only. */
export const LoadedVersion = z
  .int("version is required: send the version that was loaded")
  .check(z.minimum(0), z.maximum(Number.MAX_SAFE_INTEGER - 1));
