import { fromEpochSeconds } from "#shared/instant.ts";
import type { Payment } from "#shared/payments/payment.ts";
import { stripe } from "../../platform/stripe.ts";
import { standingDispute } from "../rules.ts";

type Intent = {
  id: string;
  amount: number;
  amount_received: number;
  currency: string;
  status: string;
  description: string | null;
  created: number;
  latest_charge: string | null | { amount_refunded: number; disputed: boolean };
};

/** `latest_charge` must be expanded. */
export async function shownPayment(intent: Intent): Promise<Payment> {
  const charge = typeof intent.latest_charge === "string" ? null : intent.latest_charge;
  return {
    id: intent.id,
    amount_cents: intent.status === "succeeded" ? intent.amount_received : intent.amount,
    refunded_cents: charge?.amount_refunded ?? 0,
    currency: intent.currency,
    status: intent.status,
    dispute: charge?.disputed ? await disputeOf(intent.id) : null,
    description: intent.description,
    created_at: fromEpochSeconds(intent.created),
  };
}

async function disputeOf(payment_intent: string): Promise<Payment["dispute"]> {
  const { disputes } = await stripe();
  return standingDispute((await disputes.list({ payment_intent, limit: 100 })).data);
}
