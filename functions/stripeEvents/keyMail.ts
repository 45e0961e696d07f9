import type Stripe from "stripe";
import type { Grant } from "#shared/grants/grant.ts";
import type { Mail } from "#shared/mail/mail.ts";
import { deadline, inMoney, onDayOf } from "#shared/words.ts";
import { productOfSession } from "../checkout/index.ts";
import { creditOfSession, fromBalance, idOf } from "../payments/index.ts";
import { stripe } from "../platform/stripe.ts";
import { covered } from "../refunds/index.ts";

/** @param grants the owner's, because the guarantee covers only the first payment for a plan */
export async function keyMail(
  grant: Grant,
  session: Stripe.Checkout.Session,
  grants: readonly Grant[],
  now: Date,
): Promise<Mail> {
  const product = productOfSession(session);
  const currency = session.currency ?? product.currency;
  const tax = session.total_details?.amount_tax ?? 0;
  const credit = creditOfSession(session);
  const guaranteed = covered([...grants.filter(({ id }) => id !== grant.id), grant], now);
  return {
    id: `license-key:${grant.id}`,
    to: { userId: grant.userId },
    template: "licenseKey",
    data: {
      tax: tax === 0 ? "" : inMoney(tax, currency),
      product: product.name,
      licenseKey: grant.licenseKey,
      credit: credit === undefined ? "" : inMoney(credit.cents, currency),
      refundUntil: guaranteed?.product === product.id ? deadline(guaranteed.until) : "",
      ...(await invoiceOf(session, currency)),
    },
  };
}

/** Only the invoice shows what a balance paid and when a bank debit arrived. */
async function invoiceOf(session: Stripe.Checkout.Session, currency: string) {
  const id = idOf(session.invoice);
  const invoice = id === null ? null : await (await stripe()).invoices.retrieve(id);
  const balance = invoice === null ? 0 : fromBalance(invoice);
  return {
    amount: inMoney((session.amount_total ?? 0) - balance, currency),
    balance: balance === 0 ? "" : inMoney(balance, currency),
    number: invoice?.number ?? "",
    invoiceUrl: invoice?.hosted_invoice_url ?? "",
    paidOn: onDayOf(invoice?.status_transitions.paid_at ?? session.created),
  };
}
