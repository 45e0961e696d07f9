import * as z from "zod/mini";
import { Instant, MINUTE } from "../instant.ts";

/** A Stripe event that is not handled: it failed, its function died, or it is being handled now. */
export const OpenEvent = z.object({
  id: z.string(),
  /** `invoice.paid` */
  type: z.string(),
  receivedAt: Instant,
  /** How often we tried to handle it: after deliveries by Stripe, and by hand. */
  attempts: z.number(),
  /** Null if the function ended without a message, or is running now. */
  lastError: z.nullable(z.string()),
  lastFailedAt: z.nullable(Instant),
  // The next three come from the payload, and are null if it lacks them. A refund's payload names no user.
  user_id: z.nullable(z.string()),
  amount_cents: z.nullable(z.number()),
  currency: z.nullable(z.string()),
});
export type OpenEvent = z.output<typeof OpenEvent>;

/** The longest that a function works on one event. */
const WORKED_ON_FOR = 5 * MINUTE;

/** Whether the event failed, or its function ended without a message. False for an event that has just arrived. */
export const hasStopped = (
  { lastError, attempts, receivedAt }: Pick<OpenEvent, "lastError" | "attempts" | "receivedAt">,
  now: Date,
): boolean => lastError !== null || attempts > 1 || now.getTime() - Date.parse(receivedAt) > WORKED_ON_FOR;

/** An event about one customer. `at`: when it arrived if it is `open` (unfinished), otherwise when it was finished. */
export const CustomerEvent = z.object({
  id: z.string(),
  type: z.string(),
  at: Instant,
  open: z.nullable(z.object({ attempts: z.number(), last_error: z.nullable(z.string()) })),
});
export type CustomerEvent = z.output<typeof CustomerEvent>;
