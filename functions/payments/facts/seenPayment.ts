import type Stripe from "stripe";
import { retrievePayment, stripe } from "../../platform/stripe.ts";
import { boughtBy } from "./bookedFacts.ts";
import { ownerOfPayment } from "./owners.ts";

/** A payment and its related objects at Stripe, for display only. */
export type SeenPayment = {
  intent: Stripe.PaymentIntent;
  /** Undefined if the payment is not for a customer of ours. */
  userId: string | undefined;
  refunds: readonly Stripe.Refund[];
  disputes: readonly Stripe.Dispute[];
  invoice: Stripe.Invoice | null;
  session: Stripe.Checkout.Session | undefined;
};

/** @throws NOT_FOUND */
export async function seePayment(paymentId: string): Promise<SeenPayment> {
  const client = await stripe();
  const intent = await retrievePayment(paymentId, "latest_charge.balance_transaction");
  const of = { payment_intent: paymentId, limit: 100 };
  const [userId, back, asked, bought] = await Promise.all([
    ownerOfPayment(paymentId),
    client.refunds.list(of),
    client.disputes.list(of),
    boughtBy(client, paymentId),
  ]);
  return { intent, userId, refunds: back.data, disputes: asked.data, ...bought };
}
