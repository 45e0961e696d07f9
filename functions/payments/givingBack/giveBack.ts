import type Stripe from "stripe";
import { callKey } from "../../platform/callKey.ts";
import { stripe } from "../../platform/stripe.ts";
import type { OwnPayment } from "../facts/paymentFacts.ts";

/**
 * What became of a payment that bought nothing. open, lost: it is disputed, and the payer's bank has the money. failed:
 * its refund was tried twice.
 */
export type GivenBack = "refunded" | "open" | "lost" | "failed";
/** Then a person has to find another way. */
const TRIES = 2;

/**
 * Refunds a payment that bought nothing, in full. Stripe forgets an idempotency key after a day, so the payment says
 * first whether it was refunded. Stripe refuses to refund a disputed payment: if the dispute is won, the event of that
 * refunds it (functions/stripeEvents/paymentChanged.ts); if it is lost, the bank has returned the money.
 * Where a refund for another reason has failed, this is another refund; two reasons at once refund nothing twice, for
 * Stripe refunds no more than was paid.
 * @param reason kept in the refund's metadata
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

/** How many of our own refunds of a payment have failed; what an operator or a customer asked for is another matter. */
async function failedRefunds(payment_intent: string): Promise<number> {
  const { data } = await (await stripe()).refunds.list({ payment_intent, limit: 100 });
  return data.filter((refund) => refund.status === "failed" && refund.metadata?.reason !== undefined).length;
}

/** Whether a failed refund gets its second try, so nobody hears of it yet. */
export const isTriedAgain = ({ metadata }: Stripe.Refund): boolean =>
  metadata?.try !== undefined && Number(metadata.try) < TRIES;
