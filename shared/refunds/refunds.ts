import * as z from "zod/mini";
import { PRODUCT_IDS } from "../catalog/catalog.ts";
import { Instant } from "../instant.ts";

/** The guarantee: a first payment for a plan is refunded in full for so long (terms, "Refunds"). */
export const REFUND_DAYS = 30;

/** What a customer can get back now, by the guarantee. Amounts are integer cents. */
export const RefundOffer = z.object({
  product: z.enum(PRODUCT_IDS),
  amount_cents: z.int(),
  currency: z.string(),
  /** When the guarantee ends. */
  until: Instant,
  /** Of a lifetime license: when the subscription ends that it replaced. The customer can keep it after the refund. */
  subscription_ends: z.optional(Instant),
  /** Whether the customer gets it at once. Otherwise they request it, and the operator answers. */
  self_service: z.boolean(),
  /** An offline license works until then. After it, and before the guarantee ends, the customer gets the refund at once. */
  lease_until: z.optional(Instant),
  /** They requested it, and the operator answers by then; null once that was answered. */
  answer_by: z.optional(z.nullable(Instant)),
});
export type RefundOffer = z.output<typeof RefundOffer>;

const wholeCents = "max_amount_cents must be a whole number of cents, 1 or more";
const wholeCount = "max_per_person must be a whole number from 1 to 100";

/** How far customers can refund themselves; beyond it they request it, and the operator answers. */
export const RefundLimits = z.object({
  enabled: z.boolean("enabled must be true or false"),
  /** The largest payment that customers can refund themselves; null sets no limit. */
  max_amount_cents: z.nullable(z.int(wholeCents).check(z.minimum(1, wholeCents), z.maximum(100_000_000))),
  max_per_person: z.int(wholeCount).check(z.minimum(1, wholeCount), z.maximum(100, wholeCount)),
});
export type RefundLimits = z.output<typeof RefundLimits>;

/** Until the operator says otherwise: the guarantee, once a person. */
export const DEFAULT_LIMITS: RefundLimits = { enabled: true, max_amount_cents: null, max_per_person: 1 };

/**
 * What becomes of what the payment bought, where it is refunded in full. cancel: the license stops working and a
 * subscription ends now · keep: both stay, the money is a gift. A refund in part changes neither.
 */
export const RefundEffect = z.enum(["cancel", "keep"], 'effect must be "cancel" or "keep"');
export type RefundEffect = z.output<typeof RefundEffect>;
