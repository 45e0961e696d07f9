import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { Flag } from "../flag.ts";
import { requiredText } from "../text.ts";
import { Refusal } from "./refusal.ts";

/** Longest id that Stripe documents. It is part of a key, which DynamoDB limits to 2,048 bytes. */
const MAX_STRIPE_ID = 255;

/**
 * Returns the state of one of the caller's checkout sessions, and its license key. The success page polls it. `force`
 * asks Stripe and does what a late webhook would do.
 */
export const getCheckout = endpoint({
  method: "GET",
  path: "/api/checkout/{sessionId}",
  audience: "customer",
  errors: ["CONFLICT"],
  input: z.object({
    sessionId: requiredText("Checkout session is required", MAX_STRIPE_ID),
    force: Flag,
  }),
  output: z.object({
    /** `pending` until the payment is handled, then `paid`, or `refunded` if it gave no license. `refusal` says why. */
    status: z.enum(["pending", "paid", "refunded"]),
    mode: z.nullable(z.enum(["payment", "subscription"])),
    licenseKey: z.nullable(z.string()),
    /** Also null for a refund from before reasons were stored. */
    refusal: z.nullable(Refusal),
  }),
});
