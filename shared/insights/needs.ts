import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { Instant } from "../instant.ts";
import { SendingQuota } from "../mail/waiting.ts";
import { PayoutStatus } from "../payouts/states.ts";

/** The most urgent first. `lowAlert`: alerts of the severity `low`. */
export const NEEDS = [
  "unbookedSale",
  "fraudWarning",
  "withdrawal",
  "event",
  "waitingMail",
  "expiredMail",
  "failedPayout",
  "unclearPayout",
  "unpayablePayout",
  "heldRun",
  "skippedPayout",
  "payout",
  "request",
  "alert",
  "lowAlert",
] as const;

/** Counting stops here, except for payouts whose number is known: the list shows the rest. */
export const MAX_NEEDS = 25;

export const Need = z.object({
  kind: z.enum(NEEDS),
  /** MAX_NEEDS + 1 means more than MAX_NEEDS. */
  count: z.number(),
  /** When the oldest began to wait. */
  since: Instant,
  /** The sum of the first items, at most MAX_NEEDS + 1; null for a kind without money. */
  amount_cents: z.nullable(z.number()),
  /** Why the first of the failed, unpayable or skipped payouts is not paid; absent for other kinds. */
  reason: z.optional(z.string()),
  /** The list's filter for unclear payouts; absent for other kinds. */
  status: z.optional(PayoutStatus),
  /** The payment and its customer, if the kind has one need per payment; absent for other kinds, and if unknown. */
  payment_id: z.optional(z.string()),
  user_id: z.optional(z.string()),
  email: z.optional(z.string()),
  /** The earliest deadline of the counted items; absent for a kind without deadlines. */
  due_by: z.optional(Instant),
  /** SES's quota while mail waits for it; absent for other kinds, and if SES does not answer. */
  mail_quota: z.optional(SendingQuota),
});
export type Need = z.output<typeof Need>;

/**
 * Lists work for the operator: one row per kind, and one per payment for unbooked sales and fraud warnings. Omits
 * disputes.
 */
export const getNeeds = endpoint({
  method: "GET",
  path: "/api/admin/needs",
  audience: "operator",
  shows: ["accounts"],
  input: z.strictObject({}),
  output: z.object({
    needs: z.array(Need),
    /** Kinds of work that the call could not look up, because Stripe did not answer. */
    unknown: z.array(z.enum(NEEDS)),
  }),
});
