import * as z from "zod/mini";
import { endpoint, FRESH_FOR_MONEY, FRESH_FOR_SETTINGS } from "../endpoint.ts";
import { LoadedVersion, MAX_CENTS } from "../numbers.ts";
import { PaymentId } from "../payments/payment.ts";
import { RefundEffect, RefundLimits } from "./refunds.ts";

/**
 * Refunds a payment: in full if `amountCents` is absent. The license changes when Stripe's webhook confirms it.
 * FRESH_SIGN_IN_REQUIRED if the sign-in is older than five minutes. The page generates one `requestId` per dialog:
 * repeating the call with it makes no second refund; with another payment, amount or effect it is a CONFLICT.
 */
export const refundPayment = endpoint({
  method: "POST",
  path: "/api/admin/payments/refund",
  audience: "operator",
  freshSignIn: FRESH_FOR_MONEY,
  errors: ["NOT_FOUND", "CONFLICT"],
  input: z.object({
    paymentIntentId: PaymentId,
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

/** Returns the limits of customers' own refunds. `version` is 0 before the first save. */
export const getRefundLimits = endpoint({
  method: "GET",
  path: "/api/admin/refund-limits",
  audience: "operator",
  input: z.strictObject({}),
  output: z.object({ ...RefundLimits.shape, version: z.number() }),
});

/** Sets the limits of customers' own refunds. CONFLICT if another operator saved after `version` was loaded. */
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
