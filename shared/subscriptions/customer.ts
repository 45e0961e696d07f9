import * as z from "zod/mini";
import { OPTIONAL_PLANS } from "../catalog/catalog.ts";
import { endpoint } from "../endpoint.ts";
import { Flag } from "../flag.ts";
import { requiredText } from "../text.ts";
import { Subscription } from "./subscription.ts";
import { TeamView } from "./team.ts";

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
    /** The prices at Stripe of the optional plans that the operator sells; left out while there are none. */
    plan_price_ids: z.optional(z.partialRecord(z.enum(OPTIONAL_PLANS), z.string())),
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
