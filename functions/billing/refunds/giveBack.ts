import { stripe } from "../../platform/stripe.ts";
import type { OwnPayment } from "../facts/paymentFacts.ts";

/** What became of a payment that bought nothing. open, lost: it is disputed, and the payer's bank has the money. */
export type GivenBack = "refunded" | "open" | "lost";

/**
 * Refunds a payment that bought nothing, in full. Stripe forgets an idempotency key after a day, so the payment says
 * first whether it was refunded. Stripe refuses to refund a disputed payment: if the dispute is won, the event of that
 * refunds it (events/paymentChanged.ts); if it is lost, the bank has returned the money.
 * @param reason kept in the refund's metadata
 */
export async function giveBack({ trouble }: Pick<OwnPayment, "trouble">, reason: string): Promise<GivenBack> {
  const { paymentIntentId, refunded, dispute } = trouble;
  if (refunded) return "refunded";
  if (dispute !== null) return dispute;
  await (await stripe()).refunds.create(
    { payment_intent: paymentIntentId, metadata: { reason } },
    { idempotencyKey: `give-back-${paymentIntentId}` },
  );
  return "refunded";
}
