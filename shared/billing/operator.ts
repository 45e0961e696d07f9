import * as z from "zod/mini";
import { endpoint, FRESH_FOR_MONEY, FRESH_FOR_SETTINGS } from "../endpoint.ts";
import { MAX_TRIAL_DAYS } from "../licenses/trial.ts";
import { Cursor, opaqueId, RowId } from "../listing.ts";
import { LoadedVersion, MAX_CENTS } from "../numbers.ts";
import { OpenEvent } from "./openEvents.ts";
import { RefundEffect, RefundLimits } from "./refunds.ts";

/** Lists the events that have not been handled, longest waiting first. */
export const listFailedEvents = endpoint({
  method: "GET",
  path: "/api/admin/stripe-events/failed",
  audience: "operator",
  input: z.strictObject({ cursor: Cursor, id: RowId }),
  output: z.object({ events: z.array(OpenEvent), next: z.nullable(z.string()) }),
});

/**
 * Handles an event now, as if Stripe delivered it again. Stripe keeps events for 30 days. Replaying a handled event
 * changes nothing. NOT_FOUND if Stripe has no such event.
 */
export const replayEvent = endpoint({
  method: "POST",
  path: "/api/admin/stripe-events/{eventId}/replay",
  audience: "operator",
  errors: ["NOT_FOUND", "CONFLICT"],
  input: z.object({ eventId: z.string().check(z.regex(/^evt_\w{1,250}$/, "Valid event ID is required")) }),
  output: z.object({ done: z.literal(true) }),
});

/**
 * Asks Stripe about one customer and applies what never reached us: paid checkouts, newest 100, and subscriptions.
 * NOT_FOUND where there is no such user, CONFLICT for a user without a customer at Stripe.
 */
export const syncCustomer = endpoint({
  method: "POST",
  path: "/api/admin/users/{userId}/sync",
  audience: "operator",
  errors: ["NOT_FOUND", "CONFLICT"],
  input: z.object({ userId: opaqueId("User ID is required") }),
  /** How many paid checkouts were applied that had not been. */
  output: z.object({ applied: z.number() }),
});

/**
 * Lets a customer's subscription end with its period, or continue after it. NOT_FOUND where there is no subscription
 * that could.
 */
export const changeSubscription = endpoint({
  method: "POST",
  path: "/api/admin/users/{userId}/subscription",
  audience: "operator",
  errors: ["NOT_FOUND", "CONFLICT", "ALREADY_OWNED"],
  input: z.object({
    userId: opaqueId("User ID is required"),
    cancel: z.boolean("cancel must be true or false"),
  }),
  output: z.object({ ends_at: z.nullable(z.number()) }),
});

/**
 * Gives a payment back, whole without `amountCents`. The license follows when Stripe's webhook says so. Worth money:
 * FRESH_SIGN_IN_REQUIRED where the sign-in is older than five minutes. The page generates one `requestId` per dialog:
 * repeating the call with it makes no second refund, and is a CONFLICT with another payment, amount or effect.
 */
export const refundPayment = endpoint({
  method: "POST",
  path: "/api/admin/payments/refund",
  audience: "operator",
  freshSignIn: FRESH_FOR_MONEY,
  errors: ["NOT_FOUND", "CONFLICT"],
  input: z.object({
    paymentIntentId: z
      .string("Valid payment ID is required")
      .check(z.regex(/^pi_\w{1,250}$/, "Valid payment ID is required")),
    amountCents: z.optional(
      z
        .int("amountCents must be a whole number")
        .check(z.minimum(1, "amountCents must be 1 or more"), z.maximum(MAX_CENTS)),
    ),
    effect: z._default(RefundEffect, "cancel"),
    requestId: z.string("requestId is required").check(z.regex(/^[\w-]{8,64}$/, "requestId is not valid")),
    note: z._default(z.string().check(z.trim(), z.maxLength(500)), ""),
  }),
  output: z.object({ refundId: z.string(), amount_cents: z.number(), status: z.string() }),
});

/** How far customers can refund themselves. `version` is 0 until it was first saved. */
export const getRefundLimits = endpoint({
  method: "GET",
  path: "/api/admin/refund-limits",
  audience: "operator",
  input: z.strictObject({}),
  output: z.object({ ...RefundLimits.shape, version: z.number() }),
});

/** What is sold beside the plans of the catalog. `version` is 0 until it was first saved. */
export const PlanSettings = z.object({
  yearly: z.boolean("yearly must be true or false"),
  /** How long the first computer of a new free key has every feature; 0: not at all. Left out, it stays as it is. */
  trial_days: z.optional(
    z
      .int("trial_days must be a whole number")
      .check(
        z.minimum(0, "trial_days must be at least 0"),
        z.maximum(MAX_TRIAL_DAYS, `trial_days must be at most ${MAX_TRIAL_DAYS}`),
      ),
  ),
  /** Whether a subscription can have several seats. Left out of an answer: no; of a change: it stays as it is. */
  teams: z.optional(z.boolean("teams must be true or false")),
});
export type PlanSettings = z.output<typeof PlanSettings>;

/** `yearly` is false as well where the catalog's price has changed since the operator switched the plan on. */
export const getPlanSettings = endpoint({
  method: "GET",
  path: "/api/admin/plans",
  audience: "operator",
  input: z.strictObject({}),
  output: z.object({ ...PlanSettings.shape, version: z.number() }),
});

/**
 * Switches the yearly plan and seats for teams on or off, and sets the days of a trial. CONFLICT where Stripe has no price of the catalog's amount, or another operator
 * has saved since `version` was loaded.
 */
export const savePlanSettings = endpoint({
  method: "POST",
  path: "/api/admin/plans",
  audience: "operator",
  freshSignIn: FRESH_FOR_SETTINGS,
  errors: ["CONFLICT"],
  input: z.object({ ...PlanSettings.shape, version: LoadedVersion }),
  output: z.object({ ...PlanSettings.shape, version: z.number() }),
});

/** CONFLICT where another operator has saved since `version` was loaded. */
export const saveRefundLimits = endpoint({
  method: "POST",
  path: "/api/admin/refund-limits",
  audience: "operator",
  freshSignIn: FRESH_FOR_SETTINGS,
  errors: ["CONFLICT"],
  input: z.object({
    ...RefundLimits.shape,
    version: LoadedVersion,
  }),
  output: z.object({ ...RefundLimits.shape, version: z.number() }),
});
