import * as z from "zod/mini";
import { Instant } from "../instant.ts";

/** The payment intent's id, which identifies a payment. */
export const PaymentId = z
  .string("Valid payment ID is required")
  .check(z.regex(/^pi_\w{1,250}$/, "Valid payment ID is required"));

/** A payment, read from Stripe. Amounts are integer cents. */
export const Payment = z.object({
  id: z.string(),
  /** The paid amount, or the requested one if nothing was paid. */
  amount_cents: z.number(),
  refunded_cents: z.number(),
  currency: z.string(),
  status: z.string(),
  /** open: a bank is deciding · lost: it has decided against us */
  dispute: z.nullable(z.enum(["open", "lost"])),
  description: z.nullable(z.string()),
  created_at: Instant,
  /** Amounts of earlier payments that were deducted from this one, by payment. */
  credited: z.optional(z.array(z.object({ id: z.string(), cents: z.number() }))),
});
export type Payment = z.output<typeof Payment>;
