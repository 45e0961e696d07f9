import type Stripe from "stripe";
import { callKey } from "../platform/callKey.ts";
import { stripe } from "../platform/stripe.ts";
import type { OwnPayment } from "./facts/paymentFacts.ts";

/* Why we refunded a payment that bought nothing. Stored as `reason` in the refund's metadata. */
export const SOLD_OUT = "sold out while paying";
export const OWNED_ALREADY = "owned already";
export const AFTER_END = "paid after the subscription ended";
export const CREDIT_OVER = "credit over";
export const AFTER_LIFETIME = "renewed after lifetime";
export const DUPLICATE = "duplicate subscription";
export const DISPUTE_WON = "bought nothing, and its dispute was won";

export function hasOwnMail({ metadata }: Stripe.Refund): boolean {
  return [SOLD_OUT, AFTER_END, CREDIT_OVER].some((reason) => metadata?.reason === reason);
}

/**
 * The result for a payment that bought nothing. open, lost: the payer's bank has the money because of a dispute.
 * failed: both refunds failed.
 */
export type GivenBack = "refunded" | "open" | "lost" | "failed";
/** After this many failures, a person must find another way to pay the money back. */
const TRIES = 2;

/**
 * Refunds the whole of a payment that bought nothing. First checks whether it is already refunded, because Stripe
 * forgets idempotency keys after a day. Stripe refuses to refund a disputed payment. If we win the dispute, its event
 * triggers the refund (functions/stripeEvents/paymentChanged.ts). If we lose, the bank has returned the money. Two
 * calls with different reasons never refund twice, because Stripe refunds no more than was paid.
 * @param reason stored in the refund's metadata
 */
export async function giveBack({ trouble }: Pick<OwnPayment, "trouble">, reason: string): Promise<GivenBack> {
  const { paymentIntentId, refunded, dispute } = trouble;
  if (refunded) return "refunded";
  if (dispute !== null) return dispute;
  const failures = await failedRefunds(paymentIntentId);
  if (failures >= TRIES) return "failed";
  const params = { payment_intent: paymentIntentId, metadata: { reason, try: String(failures + 1) } };
  const { refunds } = await stripe();
  await refunds.create(params, { idempotencyKey: callKey(`give-back-${paymentIntentId}`, params) });
  return "refunded";
}

/** Counts our own failed refunds, without those that an operator or a customer requested. */
async function failedRefunds(payment_intent: string): Promise<number> {
  const { data } = await (await stripe()).refunds.list({ payment_intent, limit: 100 });
  return data.filter((refund) => refund.status === "failed" && refund.metadata?.reason !== undefined).length;
}

/** Whether a failed refund gets a second attempt. The first failure sends no mail. */
export const isRetried = ({ metadata }: Stripe.Refund): boolean =>
  metadata?.try !== undefined && Number(metadata.try) < TRIES;
