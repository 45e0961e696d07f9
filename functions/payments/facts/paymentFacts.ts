import type Stripe from "stripe";
import { CATALOG } from "#shared/catalog/catalog.ts";
import type { Trouble } from "#shared/grants/grant.ts";
import { fromEpochSeconds } from "#shared/instant.ts";
import type { PaidFact } from "#shared/payments/paymentFacts.ts";
import { withoutTax } from "#shared/payments/tax.ts";
import { askStripe } from "../../platform/askStripe.ts";
import type { Reading } from "../../platform/reading.ts";
import { standingDispute } from "../rules.ts";
import { cardHash, idOf, numberOf, wholeInvoice } from "./invoiceFacts.ts";
import { fetchSubscription, type OwnSubscription } from "./subscriptionFacts.ts";

/** One of our payments as Stripe shows it now, and what it bought. */
export type OwnPayment = {
  reading: Reading;
  userId: string;
  bought: { kind: "lifetime" } | { kind: "subscription"; subscription: OwnSubscription };
  trouble: Trouble;
  /** For a fully refunded payment: the reason that we stored with its newest refund, if any. */
  refundedFor: string | undefined;
  amount: number;
  amountRefunded: number;
  currency: string;
  succeeded: boolean;
  paidAt: Date;
  cardFingerprint: string | null;
};

/** @returns undefined if the payment bought nothing of ours */
export async function fetchPayment(
  reading: Reading,
  paymentIntentId: string,
): Promise<OwnPayment | undefined> {
  const payment = await (await askStripe(reading)).paymentIntents.retrieve(paymentIntentId, {
    expand: ["latest_charge"],
  });
  const charge = typeof payment.latest_charge === "string" ? null : payment.latest_charge;
  const what = await whatItBought(reading, payment);
  if (!what) return undefined;
  const { reason, ...marks } = charge?.refunded
    ? await marksOf(reading, paymentIntentId)
    : { isGift: false, reason: undefined };
  return {
    reading,
    userId: what.userId,
    bought: what.bought,
    trouble: {
      paymentIntentId,
      invoiceId: what.invoiceId,
      refunded: charge?.refunded ?? false,
      ...marks,
      dispute: charge?.disputed ? await disputeOf(reading, paymentIntentId) : null,
    },
    refundedFor: reason,
    amount: payment.amount_received,
    amountRefunded: charge?.amount_refunded ?? 0,
    currency: payment.currency,
    succeeded: payment.status === "succeeded",
    paidAt: new Date(fromEpochSeconds(charge?.created ?? payment.created)),
    cardFingerprint: cardOf(payment),
  };
}

/** @returns undefined if nothing was charged, for example because credit covered the invoice */
export async function fetchPaymentOf(reading: Reading, invoiceId: string): Promise<OwnPayment | undefined> {
  const { invoicePayments } = await askStripe(reading);
  const { data } = await invoicePayments.list({ invoice: invoiceId, status: "paid", limit: 1 });
  const paymentIntent = idOf(data[0]?.payment.payment_intent);
  return paymentIntent === null ? undefined : fetchPayment(reading, paymentIntent);
}

type Bought = Pick<OwnPayment, "userId" | "bought"> & { invoiceId: string | null };

async function whatItBought(reading: Reading, payment: Stripe.PaymentIntent): Promise<Bought | undefined> {
  const { userId, product } = payment.metadata;
  if (product === CATALOG.lifetime.id && userId)
    return { userId, bought: { kind: "lifetime" }, invoiceId: null };
  const { data } = await (await askStripe(reading)).invoicePayments.list({
    payment: { type: "payment_intent", payment_intent: payment.id },
    expand: ["data.invoice"],
    limit: 1,
  });
  const invoice = data[0]?.invoice;
  if (!invoice || typeof invoice === "string" || invoice.deleted) return undefined;
  const subscriptionId = idOf(invoice.parent?.subscription_details?.subscription);
  const subscription = subscriptionId === null ? undefined : await fetchSubscription(reading, subscriptionId);
  if (!subscription) return undefined;
  return {
    userId: subscription.userId,
    bought: { kind: "subscription", subscription },
    invoiceId: invoice.id ?? null,
  };
}

/** Marks a goodwill refund by an operator: the customer keeps the purchase. */
export const GIFT = { gift: "true" } as const;

/**
 * Marks a refund that a customer requested or that answers a withdrawal. Such a refund ends the purchase, even after a
 * later payment.
 */
export const GUARANTEE = { guarantee: "true" } as const;

/** Stripe lists the newest refund first. */
async function marksOf(
  reading: Reading,
  paymentIntentId: string,
): Promise<Pick<Trouble, "isGift" | "isGuarantee"> & { reason: string | undefined }> {
  const { refunds } = await askStripe(reading);
  const { data } = await refunds.list({ payment_intent: paymentIntentId, limit: 100 });
  const last = data.find(({ status }) => status !== "failed" && status !== "canceled");
  const { gift, guarantee, reason } = last?.metadata ?? {};
  return {
    reason,
    isGift: gift === GIFT.gift,
    ...(guarantee === GUARANTEE.guarantee && { isGuarantee: true }),
  };
}

async function disputeOf(reading: Reading, paymentIntentId: string): Promise<Trouble["dispute"]> {
  const { disputes } = await askStripe(reading);
  const { data } = await disputes.list({ payment_intent: paymentIntentId, limit: 100 });
  return standingDispute(data);
}

/** The card's fingerprint, also for a failed payment. `latest_charge` must be expanded. */
export function cardOf({
  latest_charge: charge,
}: Pick<Stripe.PaymentIntent, "latest_charge">): string | null {
  return charge === null || typeof charge === "string"
    ? null
    : (charge.payment_method_details?.card?.fingerprint ?? null);
}

/** @param session with its invoice expanded */
export function paidLifetime(session: Stripe.Checkout.Session, payment: OwnPayment): PaidFact {
  const paidAt = payment.paidAt.toISOString();
  return {
    paymentId: payment.trouble.paymentIntentId,
    userId: payment.userId,
    product: "lifetime",
    isFirst: true,
    startedAt: paidAt,
    dueAt: paidAt,
    paidAt,
    amountCents: payment.amount,
    baseCents: withoutTax(payment.amount, payment.amount, session.total_details?.amount_tax ?? 0),
    ...numberOf(wholeInvoice(session.invoice)),
    currency: payment.currency,
    cardHash: cardHash(payment.cardFingerprint),
  };
}
