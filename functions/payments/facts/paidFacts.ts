import { createHash } from "node:crypto";
import type Stripe from "stripe";
import { fromEpochSeconds } from "#shared/instant.ts";
import type { PaidFact } from "#shared/payments/paymentFacts.ts";
import { withoutTax } from "../rules.ts";
import { idOf, wholeInvoice } from "./idOf.ts";
import { creditOf, productOf } from "./invoicePlan.ts";
import type { OwnPayment } from "./paymentFacts.ts";
import type { OwnSubscription } from "./stripeFacts.ts";

export function paidInvoice(invoice: Stripe.Invoice, own: OwnSubscription): PaidFact {
  const { months } = productOf(invoice);
  return {
    paymentId: paymentOf(invoice),
    userId: own.userId,
    product: "subscription",
    subscriptionId: own.facts.subscription_id,
    isFirst: invoice.billing_reason === "subscription_create",
    startedAt: fromEpochSeconds(own.facts.created),
    dueAt: fromEpochSeconds(invoice.created),
    paidAt: fromEpochSeconds(invoice.status_transitions.paid_at ?? invoice.created),
    amountCents: invoice.amount_paid,
    baseCents: withoutTax(invoice.amount_paid, invoice.total, taxOf(invoice)),
    invoicedCents: Math.max(0, invoice.total - taxOf(invoice)) + creditOf(invoice),
    ...numberOf(invoice),
    ...(months !== null && months > 1 && { months }),
    currency: invoice.currency,
    cardHash: cardHash(own.cardFingerprint),
  };
}

const numberOf = (invoice: Stripe.Invoice | null): Pick<PaidFact, "invoice"> =>
  invoice?.number ? { invoice: invoice.number } : {};

export const taxOf = ({ total_taxes }: Stripe.Invoice): number =>
  total_taxes?.reduce((sum, { amount }) => sum + amount, 0) ?? 0;

/** The id of an invoice's payment; the invoice's own id if nothing was charged. `payments` must be expanded. */
export function paymentOf(invoice: Stripe.Invoice): string {
  const paid = invoice.payments?.data.find(({ status }) => status === "paid");
  return idOf(paid?.payment.payment_intent) ?? invoice.id ?? "";
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

/** A hash that recognizes a card but cannot be looked up at Stripe. */
function cardHash(fingerprint: string | null): string | null {
  return fingerprint === null ? null : createHash("sha256").update(fingerprint).digest("base64url");
}
