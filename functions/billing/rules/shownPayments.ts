import type { Payment } from "#shared/billing/payment.ts";
import { fromEpochSeconds } from "#shared/instant.ts";

/** What is shown of Stripe's payment intent. */
type Intent = {
  id: string;
  amount_received: number;
  currency: string;
  status: string;
  description: string | null;
  created: number;
  latest_charge: string | null | { amount_refunded: number; disputed: boolean };
};

/** A payment intent with its `latest_charge` expanded. */
export function toPayment(intent: Intent): Payment {
  const charge = typeof intent.latest_charge === "string" ? null : intent.latest_charge;
  return {
    id: intent.id,
    amount_cents: intent.amount_received,
    refunded_cents: charge?.amount_refunded ?? 0,
    currency: intent.currency,
    status: intent.status,
    disputed: charge?.disputed ?? false,
    description: intent.description,
    created_at: fromEpochSeconds(intent.created),
  };
}
