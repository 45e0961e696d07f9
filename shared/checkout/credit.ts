import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { MAX_CENTS } from "../numbers.ts";

/** A period with less time left gives no credit: the subscription must not renew while its owner is paying. */
export const MIN_CREDITED_MINUTES = 60;

/** The credit for unused paid time toward the lifetime license. Positive whole cents. */
export const Credit = z.object({
  cents: z.int(),
  currency: z.string(),
  /** Epoch seconds: unused time counts from here. Send it back to startCheckout. */
  at: z.number(),
});
export type Credit = z.output<typeof Credit>;

/**
 * Returns the credit that the caller's subscription gives toward the lifetime license now. Buying with it ends the
 * subscription. Null if there is no credit: a paid period then continues beside the license. Changes nothing.
 */
export const getCredit = endpoint({
  method: "GET",
  path: "/api/lifetime-credit",
  audience: "customer",
  input: z.object({}),
  output: z.object({ credit: z.nullable(Credit) }),
});

/** The credit that the checkout showed: cents, and the instant that it counts from (epoch seconds). */
export const ShownCredit = {
  cents: z.int("credit.cents must be a whole number").check(z.minimum(1), z.maximum(MAX_CENTS)),
  at: z.int("credit.at must be a whole number of seconds").check(z.minimum(0), z.maximum(10_000_000_000)),
};
