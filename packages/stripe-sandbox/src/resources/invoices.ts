import type Stripe from "stripe";
import { markPaid, paymentOf, voidInvoice } from "../billing/collecting.ts";
import { finalizeInvoice, subscriptionOf } from "../billing/invoices.ts";
import { advanceAutomatically, finalizeAndCollect, paid, tryToCollect } from "../billing/standing.ts";
import { change, mergeMetadata } from "../core/change.ts";
import { invalidRequest, StripeFailure } from "../core/errors.ts";
import { need } from "../core/need.ts";
import type { Invoice } from "../core/wire.ts";
import type { World } from "../core/world.ts";
import { page } from "../http/lists.ts";
import { operation } from "../http/operation.ts";
import { clearable, flag, metadata, oneOf, paging, range, shape, text } from "../http/params.ts";
import { searched, searching } from "../http/search.ts";
import { cardFailure } from "../payments/cards.ts";
import { methodCalled } from "../payments/methods.ts";
import { invoiceFields, makeByHand } from "./invoiceByHand.ts";

export const invoices = [
  operation<Stripe.InvoiceCreateParams>()(
    "invoices.create",
    "POST /v1/invoices",
    invoiceFields,
    ({ world, params }) => makeByHand(world, params),
  ),
  operation<Stripe.InvoiceSearchParams>()(
    "invoices.search",
    "GET /v1/invoices/search",
    searching,
    ({ world, params }) =>
      searched(world.store.all("invoice"), params, { number: ({ number }) => number }, "/v1/invoices/search"),
  ),
  operation<Stripe.InvoiceRetrieveParams>()(
    "invoices.retrieve",
    "GET /v1/invoices/:id",
    {},
    ({ world, id }) => need(world, "invoice", id),
  ),
  operation<Stripe.InvoiceListParams>()(
    "invoices.list",
    "GET /v1/invoices",
    {
      ...paging,
      created: range,
      customer: text,
      subscription: text,
      collection_method: text,
      status: oneOf("draft", "open", "paid", "uncollectible", "void"),
    },
    ({ world, params }) => {
      const found = world.store
        .all("invoice")
        .filter(
          (invoice) =>
            (params.customer === undefined || invoice.customer === params.customer) &&
            (params.subscription === undefined || subscriptionOf(invoice) === params.subscription) &&
            (params.collection_method === undefined ||
              invoice.collection_method === params.collection_method) &&
            (params.status === undefined || invoice.status === params.status),
        );
      return page(found, params, "/v1/invoices");
    },
  ),
  operation<Stripe.InvoiceUpdateParams>()(
    "invoices.update",
    "POST /v1/invoices/:id",
    { metadata, description: clearable(text), footer: clearable(text), auto_advance: flag },
    ({ world, params, id }) => {
      const before = need(world, "invoice", id);
      const { metadata: sent, auto_advance, ...rest } = params;
      const advanced = auto_advance === undefined ? {} : advanceAutomatically(world, before, auto_advance);
      return change(
        world,
        "invoice",
        before,
        { ...rest, ...advanced, metadata: mergeMetadata(before.metadata, sent) },
        "invoice.updated",
      );
    },
  ),
  operation<Stripe.InvoiceFinalizeInvoiceParams>()(
    "invoices.finalizeInvoice",
    "POST /v1/invoices/:id/finalize",
    { auto_advance: flag },
    ({ world, params, id }) => {
      const invoice = need(world, "invoice", id);
      if (invoice.status !== "draft")
        throw invalidRequest("This invoice is already finalized, you can't re-finalize a non-draft invoice.");
      return finalizeAndCollect(world, invoice, params.auto_advance ?? invoice.auto_advance);
    },
  ),
  operation<Stripe.InvoicePayParams>()(
    "invoices.pay",
    "POST /v1/invoices/:id/pay",
    { off_session: flag, paid_out_of_band: flag, payment_method: text, forgive: flag },
    ({ world, params, id }) => {
      const before = need(world, "invoice", id);
      const method =
        params.payment_method === undefined
          ? undefined
          : methodCalled(world, params.payment_method, "payment_method");
      return payInvoice(world, before, { method, outOfBand: params.paid_out_of_band ?? false });
    },
  ),
  operation<Stripe.InvoiceVoidInvoiceParams>()(
    "invoices.voidInvoice",
    "POST /v1/invoices/:id/void",
    {},
    ({ world, id }) => {
      const invoice = need(world, "invoice", id);
      if (invoice.status !== "open" && invoice.status !== "uncollectible") {
        throw invalidRequest(`You can only pass in open or uncollectible invoices. This invoice isn't open.`);
      }
      refuseWhilePaying(world, invoice, "void");
      return voidInvoice(world, invoice);
    },
  ),
  operation<Stripe.InvoicePaymentListParams>()(
    "invoicePayments.list",
    "GET /v1/invoice_payments",
    {
      ...paging,
      invoice: text,
      status: oneOf("canceled", "open", "paid"),
      payment: shape({ payment_intent: text, type: oneOf("payment_intent") }),
    },
    ({ world, params }) => {
      const found = world.store
        .all("invoicePayment")
        .filter(
          (payment) =>
            (params.invoice === undefined || payment.invoice === params.invoice) &&
            (params.payment?.payment_intent === undefined ||
              payment.payment.payment_intent === params.payment.payment_intent) &&
            (params.status === undefined || payment.status === params.status),
        );
      return page(found, params, "/v1/invoice_payments");
    },
  ),
];

/** Refuses to pay or void an invoice with a pending bank debit. */
export function refuseWhilePaying(world: World, { id }: Invoice, act: "pay" | "void"): void {
  const payment = paymentOf(world, id)?.payment.payment_intent;
  if (payment && world.store.find("paymentIntent", payment)?.status === "processing")
    throw invalidRequest(`You cannot ${act} an invoice while a payment for it is being processed.`);
}

type Pay = { method?: ReturnType<typeof methodCalled> | undefined; outOfBand: boolean };

/** Pays an invoice. Finalizes a draft first. A declined card counts as a failed attempt and throws. */
export function payInvoice(world: World, before: Invoice, pay: Pay): Invoice {
  if (before.status === "paid") throw invalidRequest("Invoice is already paid");
  if (before.status === "void") throw invalidRequest("You cannot pay an invoice that is void.");
  const open = before.status === "draft" ? finalizeInvoice(world, before) : before;
  if (pay.outOfBand || open.amount_due === 0) return paid(world, markPaid(world, open));
  refuseWhilePaying(world, open, "pay");
  const { invoice, attempt } = tryToCollect(world, open, pay.method);
  if (attempt?.end === "succeeded") return invoice;
  if (attempt?.end === "declined")
    throw cardFailure(attempt.decline, undefined, { ...(attempt.charge && { charge: attempt.charge.id }) });
  if (attempt?.end === "requires_action") {
    throw new StripeFailure(402, {
      type: "card_error",
      code: "invoice_payment_intent_requires_action",
      message:
        "This payment requires additional user action before it can be completed successfully. Payment can be completed using the PaymentIntent associated with the invoice.",
    });
  }
  throw invalidRequest(
    "There is no `default_payment_method` set on this Customer or Invoice. Please set a default payment method or specify a payment method.",
    {
      code: "resource_missing",
    },
  );
}
