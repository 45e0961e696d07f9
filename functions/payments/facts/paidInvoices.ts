import type Stripe from "stripe";
import { fromEpochSeconds } from "#shared/instant.ts";
import type { Payment } from "#shared/payments/payment.ts";
import { stripe } from "../../platform/stripe.ts";
import { backOf, type PaidInvoice } from "../backRules.ts";
import { creditedOn, idOf, paymentOf } from "./invoiceFacts.ts";

type Credited = NonNullable<Payment["credited"]>[number];
type Paid = PaidInvoice & { subscription: string | null };

export async function paidInvoices(of: { subscription: string } | { customer: string }): Promise<Paid[]> {
  const { invoices } = await stripe();
  const { data } = await invoices.list({ ...of, status: "paid", limit: 100, expand: ["data.payments"] });
  return data.map((invoice) => ({
    payment: paymentOf(invoice),
    subscription: idOf(invoice.parent?.subscription_details?.subscription),
    created: invoice.created,
    paid: invoice.amount_paid,
    credited: creditedOn(invoice),
  }));
}

/** For each payment, the earlier payments that had paid for the unused time it deducts, and the cents from each. */
export async function creditedTo(customer: string): Promise<Map<string, Credited[]>> {
  const { sessions } = (await stripe()).checkout;
  const [invoices, { data }] = await Promise.all([
    paidInvoices({ customer }),
    sessions.list({ customer, status: "complete", limit: 100 }),
  ]);
  const partsOf = (subscription: string | null, until: number, cents: number) =>
    backOf(
      invoices.filter((one) => one.subscription === subscription && one.created <= until),
      fromEpochSeconds(until),
      cents,
    ).flatMap(({ payment: id, cents }) => (cents === null ? [] : [{ id, cents }]));
  const parts = new Map(invoices.map((one) => [one.payment, partsOf(one.subscription, one.created, 0)]));
  for (const session of data) {
    const credit = creditOfSession(session);
    if (credit)
      parts.set(idOf(session.payment_intent) ?? "", partsOf(credit.subscription, credit.at, credit.cents));
  }
  return parts;
}

/**
 * The credit for unused days. `period` is the start of the credited period, and `at` is when we calculated the credit,
 * both in epoch seconds.
 */
export type SessionCredit = { subscription: string; period: number; cents: number; at: number };

export function creditOfSession({ metadata }: Stripe.Checkout.Session): SessionCredit | undefined {
  const { creditOf, creditPeriod, creditCents, creditAt } = metadata ?? {};
  if (creditOf === undefined) return undefined;
  return {
    subscription: creditOf,
    period: Number(creditPeriod),
    cents: Number(creditCents),
    at: Number(creditAt),
  };
}
