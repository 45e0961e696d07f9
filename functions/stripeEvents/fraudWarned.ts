import type Stripe from "stripe";
import { inMoney } from "#shared/words.ts";
import { idOf, openPayment } from "../payments/index.ts";
import type { EventWork } from "./work.ts";

/** radar.early_fraud_warning.created: the operator decides whether to refund before a dispute. */
export async function fraudWarned(event: Stripe.RadarEarlyFraudWarningCreatedEvent): Promise<EventWork> {
  const warning = event.data.object;
  const paymentId = idOf(warning.payment_intent);
  const payment = paymentId === null ? undefined : (await openPayment(paymentId))?.own;
  if (!payment) return { ignored: "not a payment for anything of ours" };
  const details = `A card network warns of fraud (${warning.fraud_type.replaceAll("_", " ")}) for the payment ${paymentId} of ${inMoney(payment.amount, payment.currency)}, user ${payment.userId}. A refund now avoids a dispute.`;
  return {
    mails: [
      {
        id: `fraud:${warning.id}`,
        to: "operator",
        template: "needsAttention",
        data: { what: "Early fraud warning", details },
      },
    ],
  };
}
