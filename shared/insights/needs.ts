import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { Instant } from "../instant.ts";
import { SendingQuota } from "../mail/waiting.ts";
import { PayoutStatus } from "../payouts/states.ts";

export const NEEDS = [
  "withdrawal",
  "event",
  "payout",
  "failedPayout",
  "unclearPayout",
  "skippedPayout",
  "heldRun",
  "request",
  "alert",
  "waitingMail",
  "expiredMail",
] as const;

/** Counts stop here: the list shows the rest. */
export const MAX_NEEDS = 25;

/** Something that waits for the operator, by kind. */
export const Need = z.object({
  kind: z.enum(NEEDS),
  /** One more than MAX_NEEDS stands for any number above it. */
  count: z.number(),
  /** How long the first of them has waited. */
  since: Instant,
  /** The total of the counted ones; null for a kind without money. */
  amount_cents: z.nullable(z.number()),
  /** The status by which the list shows unclear payouts; absent for another kind. */
  status: z.optional(PayoutStatus),
  /** By when the first of them must be answered; absent for a kind without such a time. */
  due_by: z.optional(Instant),
  /** What SES says while mail waits for it; absent for another kind, and where it does not answer. */
  mail_quota: z.optional(SendingQuota),
});
export type Need = z.output<typeof Need>;

/** Says what waits for the operator in our tables, one row per kind. Disputes are at Stripe. */
export const getNeeds = endpoint({
  method: "GET",
  path: "/api/admin/needs",
  audience: "operator",
  input: z.strictObject({}),
  output: z.object({ needs: z.array(Need) }),
});
