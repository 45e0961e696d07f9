import type { Output } from "#shared/endpoint.ts";
import { getSubscription } from "#shared/subscriptions/customer.ts";
import { call } from "../../api/call.ts";
import { orSignIn, requireSession } from "../../app/guard.ts";

export type Billing = Output<typeof getSubscription>;

/** @param fresh reads the subscription from Stripe rather than from our tables */
export function loadBilling(request: Request, fresh = false): Promise<Billing> {
  requireSession(request);
  return orSignIn(
    request,
    call(getSubscription, fresh ? { force: "true" } : {}, { signal: request.signal }),
    "Failed to retrieve subscription information",
  );
}
