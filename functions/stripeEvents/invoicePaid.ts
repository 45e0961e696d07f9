import type Stripe from "stripe";
import type { Mail } from "#shared/mail/mail.ts";
import { atTimeOf, inMoney, onDayOf } from "#shared/words.ts";
import {
  AFTER_END,
  AFTER_LIFETIME,
  fetchPayment,
  fromBalance,
  type GivenBack,
  giveBack,
  idOf,
  isCrossed,
  isPaidAfter,
  type OwnSubscription,
  openInvoice,
  paidInvoice,
  planLine,
  productOf,
  recordPaid,
  taxOf,
} from "../payments/index.ts";
import { renewalTerms } from "../refunds/index.ts";
import { followSubscription } from "../subscriptions/index.ts";
import { type ComeBack, comeBack } from "./comeBack.ts";
import { endDuplicate } from "./endDuplicate.ts";
import type { EventWork } from "./work.ts";

/** invoice.paid: for example, a new period begins, or an overdue payment arrived. */
export async function invoicePaid(invoiceId: string, now: Date): Promise<EventWork> {
  const opened = await openInvoice(invoiceId);
  if (!opened) return { ignored: "not an invoice of our subscriptions" };
  const { invoice, own } = opened;
  const followed = await followSubscription(opened, now);
  if (followed.kind === "duplicate") return (await endDuplicate(followed, now)).effect;
  const { decision } = followed;
  const { reading } = own;
  const writes = decision?.writes ?? [];
  const records = [recordPaid(reading, paidInvoice(invoice, own))];
  if (!isPaidAfter(invoice, followed.own.collection.endedAt)) {
    // If the payment is being refunded, the mail about the refund replaces the receipt.
    const isBack = isCrossed(followed.rights.grants, own.collection.paidAt);
    return { reading, writes, mails: isBack ? [] : await receipts(invoice, own), records };
  }
  const payment = await giveBackLate(invoice, own);
  const next = comeBack(decision?.grant, followed.rights);
  return {
    reading,
    writes,
    mails: payment === "refunded" ? [lateMail(invoice, own.userId, next)] : [],
    records,
  };
}

const HAS_RECEIPT = ["subscription_cycle", "subscription_update"];

async function giveBackLate(
  invoice: Stripe.Invoice,
  { reading }: OwnSubscription,
): Promise<GivenBack | undefined> {
  const payment = invoice.payments?.data.find(({ status }) => status === "paid")?.payment.payment_intent;
  const paymentIntent = idOf(payment);
  const own = paymentIntent === null ? undefined : await fetchPayment(reading, paymentIntent);
  return own?.refundedFor === AFTER_LIFETIME ? undefined : own && giveBack(own, AFTER_END);
}

function lateMail(invoice: Stripe.Invoice, userId: string, next: ComeBack): Mail {
  return {
    id: `paid-after-end:${invoice.id}`,
    to: { userId },
    template: "paidAfterEnd",
    data: {
      amount: inMoney(invoice.amount_paid, invoice.currency),
      product: productOf(invoice).name,
      paidOn: onDayOf(invoice.status_transitions.paid_at ?? invoice.created),
      ...next,
    },
  };
}

/**
 * Receipts for renewals and changes of plan, including those paid from a balance. The mail with the key is the first
 * payment's receipt.
 */
async function receipts(invoice: Stripe.Invoice, { userId, facts }: OwnSubscription): Promise<Mail[]> {
  const { amount_paid, billing_reason, currency } = invoice;
  const balance = Math.max(0, fromBalance(invoice));
  if (!HAS_RECEIPT.includes(billing_reason ?? "") || amount_paid + balance === 0) return [];
  const tax = taxOf(invoice);
  const end = planLine(invoice)?.period.end ?? facts.current_period_end;
  // An overdue payment may be for an earlier period.
  const isPast = end <= facts.current_period_start;
  const isYear = billing_reason === "subscription_cycle" && facts.plan !== undefined;
  return [
    {
      id: `receipt:${invoice.id}`,
      to: { userId },
      template: "receipt",
      data: {
        number: invoice.number ?? "",
        amount: inMoney(amount_paid, currency),
        balance: balance === 0 ? "" : inMoney(balance, currency),
        tax: tax === 0 ? "" : inMoney(tax, currency),
        product: productOf(invoice).name,
        paidOn: onDayOf(invoice.status_transitions.paid_at ?? invoice.created),
        paidUntil: isPast ? "" : atTimeOf(end),
        paidFor: isPast ? onDayOf(end) : "",
        invoiceUrl: invoice.hosted_invoice_url ?? "",
        ...(isYear && amount_paid > 0 && (await renewalTerms(facts.current_period_start))),
      },
    },
  ];
}
