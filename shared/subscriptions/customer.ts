import * as z from "zod/mini";
import { OPTIONAL_PLANS } from "../catalog/catalog.ts";
import { endpoint } from "../endpoint.ts";
import { Flag } from "../flag.ts";
import { requiredText } from "../text.ts";
import { Subscription } from "./subscription.ts";
import { TeamView } from "./team.ts";

/** Returns the caller's subscription; `subscription` is null for a customer who never had one. */
export const getSubscription = endpoint({
  method: "GET",
  path: "/api/subscription",
  audience: "customer",
  errors: ["CONFLICT"],
  whileSuspended: true,
  input: z.object({ force: Flag }),
  output: z.object({
    subscription: z.nullable(Subscription),
    /** Whether the caller has a lifetime license, and so nothing left to buy. */
    lifetime: z.boolean(),
    /** True if a lost dispute ends the subscription, and keepSubscription refuses; otherwise absent. */
    is_final: z.optional(z.literal(true)),
    /** Stripe's price ids of the optional plans for sale; absent if there are none. */
    plan_price_ids: z.optional(z.partialRecord(z.enum(OPTIONAL_PLANS), z.string())),
    /** Days of the trial that the caller's free key would get; absent if it would get none. */
    trial_days: z.optional(z.int()),
    /** The maximum seats of a subscription; absent while teams are not for sale. */
    max_seats: z.optional(z.int()),
    /** Who has the other seats; absent for a subscription with one seat. */
    team: z.optional(TeamView),
    /** Email address of the customer who pays for the caller's seat in a team; absent without a team. */
    paid_by: z.optional(z.string()),
  }),
});

/**
 * Returns a link to Stripe's portal, where customers change their card and see invoices. With `flow:
 * "payment_method_update"`, the portal opens at the card, and after a change it returns to `return_url` with
 * `card=changed` added: then call payOpenInvoices. NOT_FOUND if Stripe has no such customer.
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
 * Charges the overdue amount of the caller's subscription to the card from Stripe's portal now, before Stripe's next
 * retry. CONFLICT while a payment is disputed. Amounts are integer cents.
 */
export const payOpenInvoices = endpoint({
  method: "POST",
  path: "/api/pay-open-invoices",
  audience: "customer",
  errors: ["CONFLICT"],
  input: z.object({}),
  output: z.object({
    /** action_required: the bank needs the customer's confirmation, on the page at `invoice_url`. */
    outcome: z.enum(["paid", "nothing_due", "declined", "action_required"]),
    paid_cents: z.int(),
    currency: z.string(),
    /** The bank's own words after a refusal. */
    reason: z.nullable(z.string()),
    invoice_url: z.nullable(z.string()),
  }),
});

/** Amounts in minor units and times in epoch seconds, as the specification requires. */
export const Invoice = z.object({
  id: z.string(),
  number: z.nullable(z.string()),
  created: z.number(),
  description: z.string(),
  amount_paid: z.number(),
  amount_due: z.number(),
  /** The tax in these amounts; absent if there is none. */
  tax: z.optional(z.number()),
  currency: z.string(),
  status: z.string(),
  /** True if payOpenInvoices charges this invoice. All such invoices are on the first page. */
  due: z.optional(z.literal(true)),
  invoice_pdf: z.nullable(z.string()),
  hosted_invoice_url: z.nullable(z.string()),
  /** The refunded amount and the time of the last refund; absent if there is none. */
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
    /** The id of the previous page's last invoice. */
    cursor: z.optional(z.string().check(z.regex(/^in_\w{1,250}$/, "Valid invoice ID is required"))),
  }),
  output: z.object({ invoices: z.array(Invoice), next: z.nullable(z.string()) }),
});

/** Withdraws a cancellation that has not taken effect. NOT_FOUND if there is none; CONFLICT after a lost dispute. */
export const keepSubscription = endpoint({
  method: "POST",
  path: "/api/keep-subscription",
  audience: "customer",
  errors: ["NOT_FOUND", "CONFLICT", "ALREADY_OWNED"],
  input: z.object({}),
  output: z.object({ subscription: Subscription }),
});
