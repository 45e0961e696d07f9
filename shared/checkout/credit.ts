import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { MAX_CENTS } from "../numbers.ts";

/** Less time than this left of a period gives no credit: the subscription must not renew while its owner pays. */
export const MIN_CREDITED_MINUTES = 60;

/** What the rest of a paid period takes off the lifetime license. Cents are whole and positive. */
export const Credit = z.object({
  cents: z.int(),
  currency: z.string(),
  /** Epoch seconds: the instant that unused time counts from, which startCheckout wants back. */
  at: z.number(),
});
export type Credit = z.output<typeof Credit>;

/**
 * What the caller's subscription takes off the lifetime license now, and ends for. Null where nothing does: the paid
 * period then runs out beside the license. Changes nothing.
 */
export const getCredit = endpoint({
  method: "GET",
  path: "/api/lifetime-credit",
  audience: "customer",
  input: z.object({}),
  output: z.object({ credit: z.nullable(Credit) }),
});

/** A credit as the checkout showed it: cents, and the instant that it counts from (epoch seconds). */
export const ShownCredit = {
  cents: z.int("credit.cents must be a whole number").check(z.minimum(1), z.maximum(MAX_CENTS)),
  at: z.int("credit.at must be a whole number of seconds").check(z.minimum(0), z.maximum(10_000_000_000)),
};
