import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { Instant } from "../instant.ts";
import { requiredText } from "../text.ts";
import { hyphenated } from "../typed.ts";
import { ShownCredit } from "./credit.ts";

/**
 * Opens Stripe's hosted checkout. `success_url` and `cancel_url` must be of the site's own origin. Fails with
 * ALREADY_OWNED or ALREADY_SUBSCRIBED where there is nothing to buy, OFFER_UNAVAILABLE where no unit is left,
 * CONFLICT while an earlier payment is being confirmed or another account of the same person holds a unit.
 * UNPROVEN where a unit is held only for a proven address: `accounts/sendEmailCode` and `confirmEmail` prove it, and
 * where the mail takes longer than two minutes, asking again works without it. RATE_LIMITED after several holds that nobody
 * paid, while others want a unit.
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
    /** Keys to buy, for a team; one where it is left out. For subscriptions only, while teams are sold. */
    seats: z.optional(z.int("seats must be a whole number").check(z.minimum(1), z.maximum(1000))),
    /** Of the affiliate who recommended it, as typed; an unknown one is a VALIDATION_ERROR. */
    affiliateCode: z.optional(
      z.string().check(z.overwrite(hyphenated), z.maxLength(64, "Affiliate code is too long")),
    ),
    /** A discount code, as typed; one that cannot be used is a VALIDATION_ERROR of this field. */
    code: z.optional(z.string().check(z.overwrite(hyphenated), z.maxLength(64, "This code is too long"))),
    /** What unused days take off, as getCredit said. CONFLICT if it is another amount by now. Not beside a code. */
    credit: z.optional(z.object(ShownCredit)),
    /** The day of the terms that the page showed beside its button. */
    acceptedTerms: z.optional(
      z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, "acceptedTerms must be a date")),
    ),
    /** The day of the privacy policy, likewise. */
    acceptedPrivacy: z.optional(
      z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, "acceptedPrivacy must be a date")),
    ),
  }),
  output: z.object({ sessionId: z.string(), url: z.string() }),
});

/**
 * The customer returned from Stripe's page without paying: releases the unit that was held for them, unless it is their
 * turn in the waiting list. CONFLICT if other windows keep opening pages for it.
 */
export const leaveCheckout = endpoint({
  method: "POST",
  path: "/api/leave-checkout",
  audience: "customer",
  errors: ["CONFLICT"],
  input: z.object({}),
  output: z.object({
    ok: z.literal(true),
    /** For a person of the waiting list, whose unit is not released: it is held until then. */
    held_until: z.optional(Instant),
    /** They have paid, in another window: nothing was released. Left out where they have not. */
    paid: z.optional(z.literal(true)),
  }),
});
