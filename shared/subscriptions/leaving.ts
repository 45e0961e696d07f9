import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { Subscription } from "./subscription.ts";

/** Why a customer cancels. The words are Stripe's. */
export const LEAVING_REASONS = [
  "too_expensive",
  "missing_features",
  "switched_service",
  "unused",
  "other",
] as const;
export type LeavingReason = (typeof LEAVING_REASONS)[number];

/**
 * Ends the subscription at the end of its paid period, or now if its renewal is due but not charged yet. NOT_FOUND if
 * there is none to end.
 */
export const cancelSubscription = endpoint({
  method: "POST",
  path: "/api/cancel-subscription",
  audience: "customer",
  errors: ["NOT_FOUND", "CONFLICT"],
  whileSuspended: true,
  input: z.object({
    atPeriodEnd: z._default(z.literal(true, "atPeriodEnd must be true"), true),
    /** True if the page said that nothing is charged and access ends today. CONFLICT if that has changed. */
    endsToday: z.optional(z.boolean()),
    reason: z.optional(z.enum(LEAVING_REASONS)),
  }),
  output: z.object({ subscription: Subscription }),
});
