import { getCheckout } from "#shared/billing/customer.ts";
import { http } from "../platform/http.ts";
import { findCheckout } from "./events/table.ts";

/** A stranger's session and one that is not handled yet look the same. */
export const handler = http(getCheckout)(async ({ input, caller }) => {
  const checkout = await findCheckout(input.sessionId);
  if (checkout?.userId !== caller.userId) return { status: "pending" as const, mode: null, licenseKey: null };
  const status = checkout.licenseKey === null ? ("refunded" as const) : ("paid" as const);
  return { status, mode: checkout.mode, licenseKey: checkout.licenseKey };
});
