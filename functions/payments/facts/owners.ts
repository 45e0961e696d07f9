import type Stripe from "stripe";
import { stripe } from "../../platform/stripe.ts";

/**
 * These functions find the owner of an object at Stripe. The caller then reads the owner's rights before it asks Stripe
 * for the facts. The answers are never stored. A deleted customer has no metadata, but the subscription still names the
 * user, and so do its invoices (docs.stripe.com/api/invoices/object, parent.subscription_details.metadata).
 */

type Customer = string | Stripe.Customer | Stripe.DeletedCustomer | null;

const EXPAND_CUSTOMER = ["customer"];

/** @returns undefined if the customer was deleted or is not ours */
export async function ownerOfCustomer(customerId: string): Promise<string | undefined> {
  return userOf(await (await stripe()).customers.retrieve(customerId));
}

/** @returns undefined if the subscription is not for a customer of ours */
export async function ownerOfSubscription(subscriptionId: string): Promise<string | undefined> {
  const { subscriptions } = await stripe();
  const { metadata, customer } = await subscriptions.retrieve(subscriptionId, { expand: EXPAND_CUSTOMER });
  return metadata.userId ?? userOf(customer);
}

/** @returns undefined if the invoice is not for a customer of ours */
export async function ownerOfInvoice(invoiceId: string): Promise<string | undefined> {
  const { invoices } = await stripe();
  const invoice = await invoices.retrieve(invoiceId, { expand: EXPAND_CUSTOMER });
  return namedBy(invoice) ?? userOf(invoice.customer);
}

/** @returns undefined if the payment is not for a customer of ours */
export async function ownerOfPayment(paymentIntentId: string): Promise<string | undefined> {
  const { paymentIntents } = await stripe();
  return ownerIn(await paymentIntents.retrieve(paymentIntentId, { expand: EXPAND_CUSTOMER }));
}

const EXPAND_PAYMENT = ["payment_intent.customer"];

export type Affected = { userId: string; paymentId: string };

/** @returns undefined if the refund is not for a customer of ours */
export async function affectedByRefund(refundId: string): Promise<Affected | undefined> {
  const { refunds } = await stripe();
  return affected((await refunds.retrieve(refundId, { expand: EXPAND_PAYMENT })).payment_intent);
}

/** @returns undefined if the dispute is not for a customer of ours */
export async function affectedByDispute(disputeId: string): Promise<Affected | undefined> {
  const { disputes } = await stripe();
  return affected((await disputes.retrieve(disputeId, { expand: EXPAND_PAYMENT })).payment_intent);
}

async function affected(payment: string | Stripe.PaymentIntent | null): Promise<Affected | undefined> {
  if (payment === null || typeof payment === "string") return undefined;
  const userId = await ownerIn(payment);
  return userId === undefined ? undefined : { userId, paymentId: payment.id };
}

const ownerIn = async (payment: Stripe.PaymentIntent): Promise<string | undefined> =>
  payment.metadata.userId ?? userOf(payment.customer) ?? ownerOfPaidInvoice(payment.id);

/** Costs one more request, so it runs only if the customer was deleted. */
async function ownerOfPaidInvoice(paymentId: string): Promise<string | undefined> {
  const { invoicePayments } = await stripe();
  const { data } = await invoicePayments.list({
    payment: { type: "payment_intent", payment_intent: paymentId },
    expand: ["data.invoice"],
    limit: 1,
  });
  const invoice = data[0]?.invoice;
  return !invoice || typeof invoice === "string" || invoice.deleted ? undefined : namedBy(invoice);
}

const namedBy = ({ parent }: Stripe.Invoice): string | undefined =>
  parent?.subscription_details?.metadata?.userId;

function userOf(customer: Customer): string | undefined {
  return customer === null || typeof customer === "string" || customer.deleted
    ? undefined
    : customer.metadata.userId;
}
