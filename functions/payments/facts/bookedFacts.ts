import type Stripe from "stripe";
import { stripe } from "../../platform/stripe.ts";
import { findPaid } from "../table.ts";
import { taxOf, wholeInvoice } from "./invoiceFacts.ts";

/** What bookkeeping needs of a payment. `invoice` is the invoice's number, and `totalCents` includes the tax. */
export type Booked = { invoice: string | null; totalCents: number; taxCents: number };

/** Omits payments that bought nothing of ours. @param paymentIds up to 100 */
export async function bookedOf(paymentIds: readonly string[]): Promise<Map<string, Booked>> {
  const paid = await findPaid(paymentIds);
  const booked = new Map<string, Booked>();
  const ask = new Set(paymentIds);
  for (const [id, { invoice, amountCents, baseCents }] of paid) {
    if (invoice === undefined) continue;
    booked.set(id, { invoice, totalCents: amountCents, taxCents: amountCents - baseCents });
    ask.delete(id);
  }
  const client = await stripe();
  const waiting = [...ask];
  const lane = async () => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      const found = await bookedAtStripe(client, id);
      if (found) booked.set(id, found);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return booked;
}

const AT_ONCE = 8;

async function bookedAtStripe(client: Stripe, paymentId: string): Promise<Booked | undefined> {
  const { invoice, session } = await boughtBy(client, paymentId);
  if (invoice) return { invoice: invoice.number, totalCents: invoice.total, taxCents: taxOf(invoice) };
  if (!session) return undefined;
  return {
    invoice: null,
    totalCents: session.amount_total ?? 0,
    taxCents: session.total_details?.amount_tax ?? 0,
  };
}

/** Stripe links a subscription's invoice to its payment. Other invoices are found through the checkout session. */
export async function boughtBy({ invoicePayments, checkout }: Stripe, paymentId: string) {
  const [paid, sessions] = await Promise.all([
    invoicePayments.list({
      payment: { type: "payment_intent", payment_intent: paymentId },
      expand: ["data.invoice"],
      limit: 1,
    }),
    checkout.sessions.list({ payment_intent: paymentId, expand: ["data.invoice"], limit: 1 }),
  ]);
  const [session] = sessions.data;
  return { invoice: wholeInvoice(paid.data[0]?.invoice) ?? wholeInvoice(session?.invoice), session };
}
