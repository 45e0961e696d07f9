import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { Flag } from "../flag.ts";
import { requiredText } from "../text.ts";
import { Refusal } from "./refusal.ts";

/** Stripe's ids never exceed this. Part of a key, which may have 2,048 bytes. */
const MAX_STRIPE_ID = 255;

/**
 * Returns the state of one of the caller's checkout sessions, and the key it led to. The success page polls it. `force`
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
    /**
     * `pending` until the payment has been handled here, then `paid`; `refunded` where the payment gave no license,
     * for the reason in `refusal`.
     */
    status: z.enum(["pending", "paid", "refunded"]),
    mode: z.nullable(z.enum(["payment", "subscription"])),
    licenseKey: z.nullable(z.string()),
    /** Null also for a payment of before the reason was kept. */
    refusal: z.nullable(Refusal),
  }),
});
