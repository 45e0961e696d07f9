import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { Instant } from "../instant.ts";
import { requiredText } from "../text.ts";
import { hyphenated } from "../typed.ts";
import { ShownCredit } from "./credit.ts";

/**
 * Opens Stripe's hosted checkout. `success_url` and `cancel_url` must have the site's origin. Fails with ALREADY_OWNED
 * or ALREADY_SUBSCRIBED if there is nothing to buy, OFFER_UNAVAILABLE if no unit is left. CONFLICT while an earlier
 * payment is being confirmed, or another account of the same person holds a unit. UNPROVEN if holding a unit requires a
 * proven address: prove it with `accounts/sendEmailCode` and `confirmEmail`. If the code has not arrived after two
 * minutes, retry without proving the address. RATE_LIMITED after several unpaid holds, while others want a unit.
 */
export const startCheckout = endpoint({
  method: "POST",
  path: "/stripe-checkout",
  audience: "customer",
  errors: [
    "PAYMENT_ERROR",
    "CONFLICT",
    "ALREADY_OWNED",
    "ALREADY_SUBSCRIBED",
    "OFFER_UNAVAILABLE",
    "UNPROVEN",
    "RATE_LIMITED",
  ],
  input: z.object({
    price_id: requiredText("Valid price ID is required"),
    mode: z.enum(["payment", "subscription"], 'Mode must be either "payment" or "subscription"'),
    success_url: requiredText("Valid success URL is required"),
    cancel_url: requiredText("Valid cancel URL is required"),
    /** Keys to buy for a team; default one. Subscriptions only, while teams are for sale. */
    seats: z.optional(z.int("seats must be a whole number").check(z.minimum(1), z.maximum(1000))),
    /** The code of an affiliate, as typed. VALIDATION_ERROR if it is unknown. */
    affiliateCode: z.optional(
      z.string().check(z.overwrite(hyphenated), z.maxLength(64, "Creator code is too long")),
    ),
    /** A discount code, as typed. VALIDATION_ERROR at this field if it cannot be used. */
    code: z.optional(z.string().check(z.overwrite(hyphenated), z.maxLength(64, "This code is too long"))),
    /** The credit that getCredit returned. CONFLICT if the amount has changed. Cannot be combined with a code. */
    credit: z.optional(z.object(ShownCredit)),
    /** The version of the terms that the page showed beside its button. */
    acceptedTerms: z.optional(
      z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, "acceptedTerms must be a date")),
    ),
    acceptedPrivacy: z.optional(
      z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, "acceptedPrivacy must be a date")),
    ),
  }),
  output: z.object({ sessionId: z.string(), url: z.string() }),
});

/**
 * Releases the unit that is held for a customer who left Stripe's page without paying, unless it is their turn on the
 * waiting list. CONFLICT if other windows keep opening checkouts for the unit.
 */
export const leaveCheckout = endpoint({
  method: "POST",
  path: "/api/leave-checkout",
  audience: "customer",
  errors: ["CONFLICT"],
  input: z.object({}),
  output: z.object({
    ok: z.literal(true),
    /** Until when the customer keeps the unit, if it is their turn on the waiting list; otherwise absent. */
    held_until: z.optional(Instant),
    /** The customer paid in another window, so nothing was released. Absent otherwise. */
    paid: z.optional(z.literal(true)),
  }),
});
