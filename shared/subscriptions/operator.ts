import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { opaqueId } from "../listing.ts";

/**
 * If `cancel` is true, cancels a customer's subscription at the end of its period, or now if its renewal is due but not
 * charged yet. If it is false, keeps a canceled subscription. NOT_FOUND if there is no subscription to change.
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
