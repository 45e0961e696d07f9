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

type Asked = readonly { status: string }[];

/** `latest_charge` must be expanded. @param disputes the payment's, if known */
export async function shownPayment(intent: Intent, disputes?: Asked): Promise<Payment> {
  const charge = typeof intent.latest_charge === "string" ? null : intent.latest_charge;
  return {
    id: intent.id,
    amount_cents: intent.status === "succeeded" ? intent.amount_received : intent.amount,
    refunded_cents: charge?.amount_refunded ?? 0,
    currency: intent.currency,
    status: intent.status,
    dispute: charge?.disputed ? standingDispute(disputes ?? (await disputesOf(intent.id))) : null,
    description: intent.description,
    created_at: fromEpochSeconds(intent.created),
  };
}

async function disputesOf(payment_intent: string): Promise<Asked> {
  const { disputes } = await stripe();
  return (await disputes.list({ payment_intent, limit: 100 })).data;
}
