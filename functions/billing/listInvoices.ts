import type Stripe from "stripe";
import { type Invoice, listInvoices } from "#shared/billing/customer.ts";
import { http } from "../platform/http.ts";
import { invoicesOf, isCustomerGone } from "../platform/stripe.ts";
import { planLine } from "./facts/invoicePlan.ts";
import { taxOf } from "./facts/paidFacts.ts";

const PAGE = 25;

export const handler = http(listInvoices)(async ({ input, caller }) => {
  const customer = caller.user.stripeCustomerId;
  if (!customer) return { invoices: [], next: null };
  const { data, has_more } = await invoicesOf(customer, PAGE, input.cursor).catch((error: unknown) => {
    // Deleted at Stripe, and its event has not come yet.
    if (isCustomerGone(error)) return { data: [], has_more: false };
    throw error;
  });
  const shown = data.filter(({ status }) => status !== "draft");
  return { invoices: shown.map(toInvoice), next: has_more ? (data.at(-1)?.id ?? null) : null };
});

function toInvoice(invoice: Stripe.Invoice): Invoice {
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
  };
}
