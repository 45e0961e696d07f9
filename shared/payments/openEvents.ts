import * as z from "zod/mini";
import { Instant, MINUTE } from "../instant.ts";

/** A Stripe event whose work is not done: it failed, or its function died. */
export const OpenEvent = z.object({
  id: z.string(),
  /** `invoice.paid` */
  type: z.string(),
  receivedAt: Instant,
  /** How often its work was begun, by Stripe's deliveries and by hand. */
  attempts: z.number(),
  /** Null where nothing was said: the function was ended before it could, or is at work right now. */
  lastError: z.nullable(z.string()),
  lastFailedAt: z.nullable(Instant),
  /** As its payload says: null where it names nobody, as a refund does, or no amount. */
  user_id: z.nullable(z.string()),
  amount_cents: z.nullable(z.number()),
  currency: z.nullable(z.string()),
});
export type OpenEvent = z.output<typeof OpenEvent>;

/** No function works on one event for longer. */
const WORKED_ON_FOR = 5 * MINUTE;

/** Its work failed, or its function was ended without a message. One that has just come is being handled. */
export const hasStopped = (
  { lastError, attempts, receivedAt }: Pick<OpenEvent, "lastError" | "attempts" | "receivedAt">,
  now: Date,
): boolean => lastError !== null || attempts > 1 || now.getTime() - Date.parse(receivedAt) > WORKED_ON_FOR;

/** An event about one customer. `open`: its work is not done; `at` is when it came, otherwise when it was done. */
export const CustomerEvent = z.object({
  id: z.string(),
  type: z.string(),
  at: Instant,
  open: z.nullable(z.object({ attempts: z.number(), last_error: z.nullable(z.string()) })),
});
export type CustomerEvent = z.output<typeof CustomerEvent>;
