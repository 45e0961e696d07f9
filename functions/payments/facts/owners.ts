import type Stripe from "stripe";
import { openRights, type Rights } from "../../grants/index.ts";
import { askStripe } from "../../platform/askStripe.ts";
import type { Reading } from "../../platform/reading.ts";
import { stripe } from "../../platform/stripe.ts";
import { idOf } from "./invoiceFacts.ts";
import { fetchPayment, type OwnPayment } from "./paymentFacts.ts";
import { fetchSubscription, type OwnSubscription } from "./subscriptionFacts.ts";

/**
 * These functions find the customer of ours who owns an object at Stripe. They return undefined if there is none. Those
 * named `open…` then read the owner's rights before they ask Stripe for the facts. A customer deleted at Stripe has no
 * metadata, but the subscription still names the user, and so do its invoices (docs.stripe.com/api/invoices/object,
 * parent.subscription_details.metadata).
 */

type Customer = string | Stripe.Customer | Stripe.DeletedCustomer | null;

const EXPAND_CUSTOMER = ["customer"];

export async function ownerOfCustomer(customerId: string): Promise<string | undefined> {
  return userOf(await (await stripe()).customers.retrieve(customerId));
}

export async function ownerOfSubscription(subscriptionId: string): Promise<string | undefined> {
  const { subscriptions } = await stripe();
  const { metadata, customer } = await subscriptions.retrieve(subscriptionId, { expand: EXPAND_CUSTOMER });
  return metadata.userId ?? userOf(customer);
}

export async function ownerOfInvoice(invoiceId: string): Promise<string | undefined> {
  const { invoices } = await stripe();
  const invoice = await invoices.retrieve(invoiceId, { expand: EXPAND_CUSTOMER });
  return namedBy(invoice) ?? userOf(invoice.customer);
}

export async function ownerOfPayment(paymentIntentId: string): Promise<string | undefined> {
  const { paymentIntents } = await stripe();
  return ownerIn(await paymentIntents.retrieve(paymentIntentId, { expand: EXPAND_CUSTOMER }));
}

const EXPAND_PAYMENT = ["payment_intent.customer"];

export type Affected = { userId: string; paymentId: string };

export async function affectedByRefund(refundId: string): Promise<Affected | undefined> {
  const { refunds } = await stripe();
  return affected((await refunds.retrieve(refundId, { expand: EXPAND_PAYMENT })).payment_intent);
}

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

/** Costs one more request, so it runs only if neither the payment nor its customer names the user. */
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

/** What Stripe shows, and the owner's rights, which were read before Stripe was asked. */
export type Opened<T> = { own: T; rights: Rights };

export async function openSubscription(subscriptionId: string): Promise<Opened<OwnSubscription> | undefined> {
  const userId = await ownerOfSubscription(subscriptionId);
  return openFor(userId, (reading) => fetchSubscription(reading, subscriptionId));
}

export async function openPayment(paymentIntentId: string): Promise<Opened<OwnPayment> | undefined> {
  const userId = await ownerOfPayment(paymentIntentId);
  return openFor(userId, (reading) => fetchPayment(reading, paymentIntentId));
}

export async function openInvoice(
  invoiceId: string,
): Promise<(Opened<OwnSubscription> & { invoice: Stripe.Invoice }) | undefined> {
  const opened = await openFor(await ownerOfInvoice(invoiceId), async (reading) => {
    const { invoices } = await askStripe(reading);
    const invoice = await invoices.retrieve(invoiceId, { expand: ["payments"] });
    const subscriptionId = idOf(invoice.parent?.subscription_details?.subscription);
    const own = subscriptionId === null ? undefined : await fetchSubscription(reading, subscriptionId);
    return own && { userId: own.userId, own, invoice };
  });
  return opened && { ...opened.own, rights: opened.rights };
}

/** @param userId the presumed owner; if Stripe names another user, the reading starts over */
export async function openFor<T extends { userId: string }>(
  userId: string | undefined,
  fetch: (reading: Reading) => Promise<T | undefined>,
): Promise<Opened<T> | undefined> {
  if (userId === undefined) return undefined;
  const { rights, reading } = await openRights(userId);
  const own = await fetch(reading);
  if (own && own.userId !== userId) return openFor(own.userId, fetch);
  return own && { own, rights };
}
