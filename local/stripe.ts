import { type OutsideService, operationNames } from "#local-aws";
import { operations, type StripeSandbox } from "#stripe-sandbox";

/** The sandbox under Stripe's host names, with Stripe's errors for injected faults. */
export function stripeOutside(stripe: StripeSandbox, proxyPort: number): OutsideService {
  return {
    name: "stripe",
    hosts: ["api.stripe.com", "files.stripe.com"],
    url: stripe.url,
    hasPages: true,
    proxyPort,
    operationOf: operationNames(operations),
    refusal,
    advanceTo: stripe.advanceTo,
    settle: stripe.settle,
  };
}

/** Errors in the shapes of https://docs.stripe.com/error-low-level and of Stripe's rate limiter. */
function refusal(mode: "refuse" | "throttle"): { status: number; body: object } {
  if (mode === "refuse")
    return { status: 500, body: { error: { type: "api_error", message: "An unknown error occurred." } } };
  const error = {
    type: "invalid_request_error",
    code: "rate_limit",
    message: "Request rate limit exceeded.",
  };
  return { status: 429, body: { error } };
}
