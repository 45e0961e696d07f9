import * as z from "zod/mini";
import { SUBSCRIPTION_PLANS } from "../catalog/catalog.ts";
import { endpoint } from "../endpoint.ts";
import { InQuery } from "../listing.ts";
import { MAX_CENTS } from "../numbers.ts";
import { Subscription } from "./subscription.ts";

/** How many seats the subscription shall have; the most is the server's rule. */
const Seats = z.int("seats must be a whole number").check(z.minimum(1), z.maximum(1000));

const Plan = z.enum(SUBSCRIPTION_PLANS, `to must be ${SUBSCRIPTION_PLANS.join(" or ")}`);

/** For so long a preview can be confirmed: unused time is worth less from one second to the next. */
export const PREVIEW_MINUTES = 15;

/** What a change of plan costs, as Stripe computes it. Amounts are integer cents. */
export const PlanPreview = z.object({
  to: Plan,
  /** now: charged at once, and a new period begins · period_end: charged with the next period. */
  when: z.enum(["now", "period_end"]),
  /** Epoch seconds: for now, the instant that unused time counts from, which changePlan wants back. */
  at: z.number(),
  currency: z.string(),
  /** Of the plan's first period. */
  price_cents: z.int(),
  /** What the time that was paid for and is no longer used takes off. */
  credit_cents: z.int(),
  /** Null where Stripe computes it with the next period. */
  tax_cents: z.nullable(z.int()),
  /** What is charged. */
  due_cents: z.int(),
  /** When the plan's first period ends, epoch seconds; null for a change that is still to come. */
  renews_at: z.nullable(z.number()),
});
export type PlanPreview = z.output<typeof PlanPreview>;

/**
 * Changes nothing. With `seats`, what another number of seats of the plan `to` costs. Fails with CONFLICT where it cannot
 * be changed now, and says why.
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
 * Changes the plan as it was previewed: to a longer one now, to a shorter one with the next period. CONFLICT where Stripe would
 * charge another amount. If the payment fails, nothing changes. If the bank asks the customer to confirm it, the plan
 * changes once they have done so on the page at `invoice_url`. With `seats`, changes their number instead: more of them
 * begin a new period now, fewer are charged from the next period on.
 */
export const changePlan = endpoint({
  method: "POST",
  path: "/api/subscription/plan",
  audience: "customer",
  errors: ["NOT_FOUND", "CONFLICT", "ALREADY_OWNED"],
  input: z.object({
    to: Plan,
    seats: z.optional(Seats),
    /** As the preview said. */
    at: z.int("at must be a whole number of seconds").check(z.minimum(0), z.maximum(10_000_000_000)),
    due_cents: z.int("due_cents must be a whole number").check(z.minimum(0), z.maximum(MAX_CENTS)),
  }),
  output: z.object({
    outcome: z.enum(["changed", "scheduled", "declined", "action_required"]),
    subscription: Subscription,
    /** The bank's own sentence, where it said no. */
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
