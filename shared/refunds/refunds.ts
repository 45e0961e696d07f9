import * as z from "zod/mini";
import { PRODUCT_IDS } from "../catalog/catalog.ts";
import { Instant } from "../instant.ts";

/** What a customer can get back now, under the guarantee or after a yearly renewal. Amounts are integer cents. */
export const RefundOffer = z.object({
  product: z.enum(PRODUCT_IDS),
  amount_cents: z.int(),
  currency: z.string(),
  /** When this offer ends: with the guarantee, or with the time for refunding a renewal. */
  until: Instant,
  /** Only for a renewal, which the guarantee does not cover: the most videos that may have been made since. */
  max_videos: z.optional(z.int()),
  /** For a lifetime license: when the subscription that it replaced ends, unless the customer keeps it. */
  subscription_ends: z.optional(Instant),
  /** True if a lost dispute ends that subscription, so that the customer cannot keep it; otherwise absent. */
  subscription_is_final: z.optional(z.literal(true)),
  /** True if the customer gets it immediately; false if they request it and an operator answers. */
  self_service: z.boolean(),
  /** When an offline license expires. From then to `until`, the refund is immediate. */
  lease_until: z.optional(Instant),
  /** When the operator has to answer the customer's request; null once it is answered. */
  answer_by: z.optional(z.nullable(Instant)),
});
export type RefundOffer = z.output<typeof RefundOffer>;

const wholeCents = "max_amount_cents must be a whole number of cents from 1 to 100000000";
const wholeVideos = "renewal_videos must be a whole number from 0 to 10000";
const wholeCount = "max_per_person must be a whole number from 1 to 100";

/** Limits of customers' own refunds. Beyond them, a customer makes a request and an operator answers. */
export const RefundLimits = z.object({
  enabled: z.boolean("enabled must be true or false"),
  /** The largest payment that is refunded without an operator; null: no limit. */
  max_amount_cents: z.nullable(
    z.int(wholeCents).check(z.minimum(1, wholeCents), z.maximum(100_000_000, wholeCents)),
  ),
  max_per_person: z.int(wholeCount).check(z.minimum(1, wholeCount), z.maximum(100, wholeCount)),
  /** A yearly renewal is refunded if at most this many videos were made since; null: renewals are not refunded. */
  renewal_videos: z._default(
    z.nullable(z.int(wholeVideos).check(z.minimum(0, wholeVideos), z.maximum(10_000, wholeVideos))),
    null,
  ),
});
export type RefundLimits = z.output<typeof RefundLimits>;

export const DEFAULT_LIMITS: RefundLimits = {
  enabled: true,
  max_amount_cents: null,
  max_per_person: 1,
  renewal_videos: null,
};

/** The days in which a yearly renewal can be refunded, if the operator refunds renewals. */
export const RENEWAL_REFUND_DAYS = 14;

/** Completes "if you have made … since the renewal". */
export function fewVideos(max: number): string {
  if (max === 0) return "no videos";
  return max === 1 ? "no more than 1 video" : `no more than ${max} videos`;
}

/**
 * What a full refund does to the purchase. cancel: the license stops and a subscription ends now · keep: both stay, as
 * a gift. A partial refund changes neither.
 */
export const RefundEffect = z.enum(["cancel", "keep"], 'effect must be "cancel" or "keep"');
export type RefundEffect = z.output<typeof RefundEffect>;
