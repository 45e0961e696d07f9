import type Stripe from "stripe";
import { type Invoice, listInvoices } from "#shared/subscriptions/customer.ts";
import { listGrants, ongoingSubscriptions } from "../grants/index.ts";
import { http } from "../http/index.ts";
import { paymentOf, planLine, taxOf } from "../payments/index.ts";
import { isCustomerGone, orNoSuchPage, stripe } from "../platform/stripe.ts";
import { dueOf, newestInvoices, stillOngoing } from "./invoices/due.ts";

const PAGE = 25;
const NONE: Pick<Stripe.ApiList<Stripe.Invoice>, "data" | "has_more"> = { data: [], has_more: false };

export const handler = http(listInvoices)(async ({ input, caller }) => {
  const customer = caller.user.stripeCustomerId;
  if (!customer) return { invoices: [], next: null };
  const [{ data, has_more }, refunds] = await Promise.all([
    input.cursor === undefined ? newestInvoices(customer) : invoicesAfter(customer, input.cursor),
    refundsOf(customer),
  ]).catch((error: unknown) => {
    // The customer was deleted at Stripe, and the event has not arrived.
    if (isCustomerGone(error)) return [NONE, new Map<string, Refunded>()] as const;
    throw error;
  });
  const due = input.cursor === undefined ? await dueAmong(data, caller.userId) : [];
  // The first page has 25 invoices, or more if it would otherwise end before the oldest due one.
  const page = data.slice(0, Math.max(PAGE, ...due.map((invoice) => data.indexOf(invoice) + 1)));
  const shown = page.filter((invoice) => invoice.status !== "draft" || due.includes(invoice));
  return {
    invoices: shown.map((invoice) => ({
      ...toInvoice(invoice, refunds.get(paymentOf(invoice))),
      // Shows a draft to the customer only while a new card would pay it.
      ...(due.includes(invoice) && { status: "open", due: true as const }),
    })),
    next: has_more || page.length < data.length ? (page.at(-1)?.id ?? null) : null,
  };
});

async function dueAmong(invoices: readonly Stripe.Invoice[], userId: string): Promise<Stripe.Invoice[]> {
  if (!invoices.some(({ status }) => status === "open" || status === "draft")) return [];
  const ongoing = ongoingSubscriptions(await listGrants(userId));
  return dueOf(invoices, await stillOngoing(ongoing.map(({ subscription_id }) => subscription_id)));
}

type Refunded = NonNullable<Invoice["refunded"]>;

/** Refunds that the bank did not carry out. The charge's `amount_refunded` does not include them. */
const UNDONE: readonly string[] = ["failed", "canceled"];

async function refundsOf(customer: string): Promise<Map<string, Refunded>> {
  const { paymentIntents } = await stripe();
  const expand = ["data.latest_charge.refunds"];
  const { data } = await paymentIntents.list({ customer, limit: 100, expand });
  return new Map(
    data.flatMap(({ id, latest_charge: charge }) => {
      if (charge === null || typeof charge === "string" || charge.amount_refunded === 0) return [];
      const lasting = (charge.refunds?.data ?? []).filter(({ status }) => !UNDONE.includes(status ?? ""));
      const at = Math.max(charge.created, ...lasting.map(({ created }) => created));
      return [[id, { amount: charge.amount_refunded, at }] as const];
    }),
  );
}

function toInvoice(invoice: Stripe.Invoice, refunded: Refunded | undefined): Invoice {
  const tax = taxOf(invoice);
  return {
    id: invoice.id ?? "",
    number: invoice.number,
    created: invoice.created,
    description: planLine(invoice)?.description ?? "",
    amount_paid: invoice.amount_paid,
    amount_due: invoice.amount_due,
    ...(tax === 0 ? {} : { tax }),
    currency: invoice.currency,
    status: invoice.status ?? "open",
    invoice_pdf: invoice.invoice_pdf ?? null,
    hosted_invoice_url: invoice.hosted_invoice_url ?? null,
    ...(refunded && { refunded }),
  };
}

/** @throws NOT_FOUND if Stripe does not know the invoice `after` */
async function invoicesAfter(customer: string, after: string): Promise<Stripe.ApiList<Stripe.Invoice>> {
  const { invoices } = await stripe();
  return orNoSuchPage(
    invoices.list({ customer, limit: PAGE, expand: ["data.payments"], starting_after: after }),
  );
}
