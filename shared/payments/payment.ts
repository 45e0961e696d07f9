import * as z from "zod/mini";
import { Instant } from "../instant.ts";

/** A payment as Stripe shows it now. Amounts are integer cents. */
export const Payment = z.object({
  /** The payment intent. */
  id: z.string(),
  /** What was paid; where nothing was, what was asked for. */
  amount_cents: z.number(),
  refunded_cents: z.number(),
  currency: z.string(),
  status: z.string(),
  /** open: a bank decides about it · lost: it has decided against us */
  dispute: z.nullable(z.enum(["open", "lost"])),
  description: z.nullable(z.string()),
  created_at: Instant,
  /** The parts of earlier payments that came off this one. */
  credited: z.optional(z.array(z.object({ id: z.string(), cents: z.number() }))),
});
export type Payment = z.output<typeof Payment>;
