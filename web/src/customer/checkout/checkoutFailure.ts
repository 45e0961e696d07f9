import { ApiError, messageOf } from "../../api/ApiError.ts";
import { INVALID_ANSWER } from "../../api/call.ts";

/** Why Stripe's page could not be opened. The specification quotes both sentences. */
export function checkoutFailure(error: unknown): string {
  if (error instanceof ApiError && error.code === INVALID_ANSWER) return "Invalid checkout session response";
  return `Checkout failed: ${messageOf(error)}`;
}
