import * as z from "zod/mini";
import { SUBSCRIPTION_PLANS } from "../catalog/catalog.ts";
import { endpoint } from "../endpoint.ts";
import { InQuery } from "../listing.ts";
import { MAX_CENTS } from "../numbers.ts";
import { Subscription } from "./subscription.ts";

/** The new number of seats. The use case checks the maximum. */
const Seats = z.int("seats must be a whole number").check(z.minimum(1), z.maximum(1000));

const Plan = z.enum(SUBSCRIPTION_PLANS, `to must be ${SUBSCRIPTION_PLANS.join(" or ")}`);

/** A preview can be confirmed for this long, since unused time loses value every second. */
export const PREVIEW_MINUTES = 15;

/** The price of a plan change, computed by Stripe. Amounts are integer cents. */
export const PlanPreview = z.object({
  to: Plan,
  /** now: charged immediately, and a new period begins · period_end: charged with the next period */
  when: z.enum(["now", "period_end"]),
  /** Epoch seconds. For `now`: the instant from which unused time counts; send it back to changePlan. */
  at: z.number(),
  currency: z.string(),
  /** For the plan's first period. */
  price_cents: z.int(),
  /** The credit for unused paid time. */
  credit_cents: z.int(),
  /** Null if Stripe computes it with the next period. */
  tax_cents: z.nullable(z.int()),
  due_cents: z.int(),
  /** When the plan's first period ends, epoch seconds; null for a change at the period's end. */
  renews_at: z.nullable(z.number()),
});
export type PlanPreview = z.output<typeof PlanPreview>;

/**
 * Returns the price of a change to the plan `to` or, with `seats`, to another number of seats. Changes nothing.
 * CONFLICT, with the reason, if the change is impossible now.
 */
export const previewPlan = endpoint({
  method: "GET",
  path: "/api/subscription/plan",
  audience: "customer",
  errors: ["NOT_FOUND", "CONFLICT", "ALREADY_OWNED"],
  input: z.object({ to: Plan, seats: z.optional(z.pipe(InQuery, Seats)) }),
  output: PlanPreview,
});

/**
 * Changes the plan as previewed: to a longer plan now, to a shorter plan with the next period. CONFLICT if Stripe would
 * charge another amount. If the payment fails, nothing changes. If the bank needs the customer's confirmation, the plan
 * changes after they confirm on the page at `invoice_url`. With `seats`, changes the number of seats instead: more
 * seats begin a new period now, and fewer seats are charged from the next period on.
 */
export const changePlan = endpoint({
  method: "POST",
  path: "/api/subscription/plan",
  audience: "customer",
  errors: ["NOT_FOUND", "CONFLICT", "ALREADY_OWNED"],
  input: z.object({
    to: Plan,
    seats: z.optional(Seats),
    at: z.int("at must be a whole number of seconds").check(z.minimum(0), z.maximum(10_000_000_000)),
    due_cents: z.int("due_cents must be a whole number").check(z.minimum(0), z.maximum(MAX_CENTS)),
  }),
  output: z.object({
    outcome: z.enum(["changed", "scheduled", "declined", "action_required"]),
    subscription: Subscription,
    /** The bank's own words after a refusal. */
    reason: z.nullable(z.string()),
    invoice_url: z.nullable(z.string()),
  }),
});

/** Cancels a planned change of the plan. Changes nothing if none is planned. */
export const keepPlan = endpoint({
  method: "POST",
  path: "/api/subscription/keep-plan",
  audience: "customer",
  errors: ["NOT_FOUND", "CONFLICT"],
  input: z.object({}),
  output: z.object({ subscription: Subscription }),
});
