import type Stripe from "stripe";
import { retrievePayment, stripe } from "../../platform/stripe.ts";
import { ownerOfPayment } from "./owners.ts";

/** A payment and what hangs on it at Stripe, to look at: nothing of it is stored. */
export type SeenPayment = {
  /** With its charge, and the charge's line in our balance. */
  intent: Stripe.PaymentIntent;
  /** Undefined if it names no customer of ours. */
  userId: string | undefined;
  refunds: readonly Stripe.Refund[];
  disputes: readonly Stripe.Dispute[];
  invoice: Stripe.Invoice | null;
  session: Stripe.Checkout.Session | undefined;
};

/** @throws NOT_FOUND */
export async function seePayment(paymentId: string): Promise<SeenPayment> {
  const { refunds, disputes, invoicePayments, checkout } = await stripe();
  const intent = await retrievePayment(paymentId, "latest_charge.balance_transaction");
  const of = { payment_intent: paymentId, limit: 100 };
  const [userId, back, asked, paid, sessions] = await Promise.all([
    ownerOfPayment(paymentId),
    refunds.list(of),
    disputes.list(of),
    invoicePayments.list({
      payment: { type: "payment_intent", payment_intent: paymentId },
      expand: ["data.invoice"],
      limit: 1,
    }),
    checkout.sessions.list({ payment_intent: paymentId, expand: ["data.invoice"], limit: 1 }),
  ]);
  const [session] = sessions.data;
  return {
    intent,
    userId,
    refunds: back.data,
    disputes: asked.data,
    invoice: whole(paid.data[0]?.invoice) ?? whole(session?.invoice),
    session,
  };
}

function whole(invoice: string | Stripe.Invoice | Stripe.DeletedInvoice | null | undefined) {
  return typeof invoice === "object" && invoice !== null && !invoice.deleted ? invoice : null;
}
