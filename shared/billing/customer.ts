import * as z from "zod/mini";
import { endpoint, FRESH_FOR_MONEY } from "../endpoint.ts";
import { Flag } from "../flag.ts";
import { Instant } from "../instant.ts";
import { MAX_CENTS } from "../numbers.ts";
import { hyphenated } from "../typed.ts";
import { ShownCredit } from "./credit.ts";
import { RefundOffer } from "./refunds.ts";
import { Refusal } from "./refusal.ts";
import { Subscription } from "./subscription.ts";
import { TeamView } from "./team.ts";

const requiredText = (message: string, most = 2048) =>
  z.string(message).check(z.minLength(1, message), z.maxLength(most));
/** Stripe's ids never exceed this. Part of a key, which may have 2,048 bytes. */
const MAX_STRIPE_ID = 255;

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
 * Returns the state of one of the caller's checkout sessions, and the key it led to. The success page polls it. `force`
 * asks Stripe and does what a late webhook would do.
 */
export const getCheckout = endpoint({
  method: "GET",
  path: "/api/checkout/{sessionId}",
  audience: "customer",
  errors: ["CONFLICT"],
  input: z.object({
    sessionId: requiredText("Checkout session is required", MAX_STRIPE_ID),
    force: Flag,
  }),
  output: z.object({
    /**
     * `pending` until the payment has been handled here, then `paid`; `refunded` where the payment gave no license,
     * for the reason in `refusal`.
     */
    status: z.enum(["pending", "paid", "refunded"]),
    mode: z.nullable(z.enum(["payment", "subscription"])),
    licenseKey: z.nullable(z.string()),
    /** Null also for a payment of before the reason was kept. */
    refusal: z.nullable(Refusal),
  }),
});

/** `subscription` is null for a customer who never had one. */
export const getSubscription = endpoint({
  method: "GET",
  path: "/api/subscription",
  audience: "customer",
  errors: ["CONFLICT"],
  whileSuspended: true,
  input: z.object({ force: Flag }),
  output: z.object({
    subscription: z.nullable(Subscription),
    /** Owns a lifetime license: nothing more to buy. */
    lifetime: z.boolean(),
    /** The yearly plan's price at Stripe; left out while the operator does not sell it. */
    yearly_price_id: z.optional(z.string()),
    /** The days of the trial that a free key comes with now; left out where there is none. */
    trial_days: z.optional(z.int()),
    /** How many seats a subscription can have; left out while the operator sells none to teams. */
    max_seats: z.optional(z.int()),
    /** Who has the other seats; left out for a subscription with one. */
    team: z.optional(TeamView),
    /** The address of the customer who pays for the caller's seat in a team; left out without one. */
    paid_by: z.optional(z.string()),
  }),
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

/**
 * Stripe's portal: change the card and see invoices. `flow: "payment_method_update"` opens it at the card, and
 * returns with `card=changed` added to `return_url` after a change: then call payOpenInvoices. NOT_FOUND for a
 * customer who never bought anything.
 */
export const openPortal = endpoint({
  method: "POST",
  path: "/create-customer-portal",
  audience: "customer",
  errors: ["NOT_FOUND"],
  whileSuspended: true,
  input: z.object({
    return_url: requiredText("Valid return URL is required"),
    flow: z.optional(z.enum(["payment_method_update"])),
  }),
  output: z.object({ url: z.string() }),
});

/**
 * Charges what the caller owes for their subscription to the card they chose in Stripe's portal, now instead of at
 * Stripe's next retry. Fails with CONFLICT while a bank disputes a payment. Amounts are integer cents.
 */
export const payOpenInvoices = endpoint({
  method: "POST",
  path: "/api/pay-open-invoices",
  audience: "customer",
  errors: ["CONFLICT"],
  input: z.object({}),
  output: z.object({
    /** action_required: the bank wants to see the customer, on the page at `invoice_url`. */
    outcome: z.enum(["paid", "nothing_due", "declined", "action_required"]),
    paid_cents: z.int(),
    currency: z.string(),
    /** The bank's own sentence, where it said no. */
    reason: z.nullable(z.string()),
    invoice_url: z.nullable(z.string()),
  }),
});

/** Amounts in minor units, times in epoch seconds, as the spec gives them. */
export const Invoice = z.object({
  id: z.string(),
  number: z.nullable(z.string()),
  created: z.number(),
  description: z.string(),
  amount_paid: z.number(),
  amount_due: z.number(),
  /** What of the amount is tax; left out where it is none. */
  tax: z.optional(z.number()),
  currency: z.string(),
  status: z.string(),
  invoice_pdf: z.nullable(z.string()),
  hosted_invoice_url: z.nullable(z.string()),
  /** What of it was refunded, and when the last of it; left out where nothing was. */
  refunded: z.optional(z.object({ amount: z.number(), at: z.number() })),
});
export type Invoice = z.output<typeof Invoice>;

/** Lists the caller's invoices, newest first, including those of a lifetime purchase. */
export const listInvoices = endpoint({
  method: "GET",
  path: "/api/stripe/invoices",
  audience: "customer",
  whileSuspended: true,
  input: z.object({
    /** The last invoice of the page before. */
    cursor: z.optional(z.string().check(z.regex(/^in_\w{1,250}$/, "Valid invoice ID is required"))),
  }),
  output: z.object({ invoices: z.array(Invoice), next: z.nullable(z.string()) }),
});

/** Ends the subscription at the end of its paid period. NOT_FOUND if there is none to end. */
export const cancelSubscription = endpoint({
  method: "POST",
  path: "/api/cancel-subscription",
  audience: "customer",
  errors: ["NOT_FOUND", "CONFLICT"],
  whileSuspended: true,
  input: z.object({
    atPeriodEnd: z._default(z.literal(true, "Only the end of the period can be chosen"), true),
  }),
  output: z.object({ subscription: Subscription }),
});

/** Withdraws a cancellation that has not taken effect. NOT_FOUND if there is none. */
export const keepSubscription = endpoint({
  method: "POST",
  path: "/api/keep-subscription",
  audience: "customer",
  errors: ["NOT_FOUND", "CONFLICT", "ALREADY_OWNED"],
  input: z.object({}),
  output: z.object({ subscription: Subscription }),
});

/** Says what the caller can get back now under the 30-day guarantee; null if nothing. */
export const getRefundOffer = endpoint({
  method: "GET",
  path: "/api/refund",
  audience: "customer",
  errors: ["NOT_FOUND", "CONFLICT"],
  input: z.object({}),
  output: z.object({ offer: z.nullable(RefundOffer) }),
});

/**
 * Refunds the offer in full and ends what it paid for, by the same steps as an operator's "refund and cancel". Worth
 * money: FRESH_SIGN_IN_REQUIRED where the sign-in is older than five minutes. The page generates one `requestId` per
 * dialog; repeating the call with it makes no second refund. Where the offer is no `self_service`, the operator answers
 * the request by `answer_by`, and nothing changes before. CONFLICT where nothing is left to refund, or not that amount.
 */
export const requestRefund = endpoint({
  method: "POST",
  path: "/api/refund",
  audience: "customer",
  freshSignIn: FRESH_FOR_MONEY,
  errors: ["NOT_FOUND", "CONFLICT"],
  input: z.object({
    requestId: z.string("requestId is required").check(z.regex(/^[\w-]{8,64}$/, "requestId is not valid")),
    /** As the page showed it. */
    amount_cents: z.int("amount_cents must be a whole number").check(z.minimum(1), z.maximum(MAX_CENTS)),
  }),
  output: z.object({ ok: z.literal(true), answer_by: z.optional(Instant) }),
});
