import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { opaqueId } from "../listing.ts";

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
 * Reads a customer's subscriptions and newest 100 completed checkouts at Stripe, and applies changes that never reached
 * us. NOT_FOUND for an unknown user, CONFLICT for a user without a Stripe customer.
 */
export const syncCustomer = endpoint({
  method: "POST",
  path: "/api/admin/users/{userId}/sync",
  audience: "operator",
  errors: ["NOT_FOUND", "CONFLICT"],
  input: z.object({ userId: opaqueId("User ID is required") }),
  /** How many paid checkouts were applied now. */
  output: z.object({ applied: z.number() }),
});
