import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { opaqueId } from "../listing.ts";

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
