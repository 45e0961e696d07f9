import type Stripe from "stripe";
import { addToDraft } from "../billing/invoiceItems.ts";
import { create, mergeMetadata } from "../core/change.ts";
import { invalidParameter, invalidRequest } from "../core/errors.ts";
import { newId } from "../core/ids.ts";
import { need } from "../core/need.ts";
import type { Invoice, InvoiceItem } from "../core/wire.ts";
import type { World } from "../core/world.ts";
import { operation } from "../http/operation.ts";
import {
  currency,
  integer,
  integerFrom,
  metadata,
  type Parsed,
  required,
  shape,
  text,
} from "../http/params.ts";

const createFields = {
  amount: integerFrom(0),
  currency,
  customer: required(text),
  description: text,
  invoice: text,
  metadata,
  period: shape({ start: required(integer), end: required(integer) }),
  pricing: shape({ price: required(text) }),
  quantity: integerFrom(1),
  subscription: text,
};

export const invoiceItems = [
  operation<Stripe.InvoiceItemCreateParams>()(
    "invoiceItems.create",
    "POST /v1/invoiceitems",
    createFields,
    ({ world, params }) => {
      const invoice = draftFor(world, params.invoice, params.customer);
      const item = makeItem(world, params);
      if (invoice && invoice.currency !== item.currency)
        throw invalidRequest(
          `The currency of the invoice item (${item.currency}) does not match the invoice's (${invoice.currency}).`,
          { param: "currency" },
        );
      create(world, "invoiceItem", item, "invoiceitem.created");
      if (invoice) addToDraft(world, invoice, item);
      return item;
    },
  ),
];

function draftFor(world: World, id: string | undefined, customer: string): Invoice | undefined {
  if (id === undefined) return undefined;
  const invoice = need(world, "invoice", id, "invoice");
  if (invoice.status !== "draft")
    throw invalidRequest("This invoice is no longer editable.", {
      code: "invoice_not_editable",
      param: "invoice",
    });
  if (invoice.customer !== customer)
    throw invalidRequest("The invoice belongs to another customer.", { param: "invoice" });
  return invoice;
}

/** Makes an item from an amount in a currency, or from a quantity of a price. */
function makeItem(world: World, sent: Parsed<typeof createFields>): InvoiceItem {
  const customer = need(world, "customer", sent.customer, "customer");
  if ((sent.amount === undefined) === (sent.pricing === undefined))
    throw invalidParameter("You must pass exactly one of amount or pricing.", { param: "amount" });
  if (sent.amount !== undefined && sent.currency === undefined)
    throw invalidParameter("Missing required param: currency.", {
      code: "parameter_missing",
      param: "currency",
    });
  if (sent.amount !== undefined && sent.quantity !== undefined)
    throw invalidParameter("You may only specify one of these parameters: amount, quantity.", {
      param: "quantity",
    });
  if (sent.subscription !== undefined) need(world, "subscription", sent.subscription, "subscription");
  const price = sent.pricing && need(world, "price", sent.pricing.price, "pricing[price]");
  if (price?.recurring)
    throw invalidRequest(
      "The price specified is set to `type=recurring` but this field only accepts prices with `type=one_time`.",
      { param: "pricing[price]" },
    );
  const quantity = sent.quantity ?? 1;
  const unit = sent.amount ?? price?.unit_amount ?? 0;
  const now = world.clock.now();
  const product = price && world.store.find("product", price.product);
  return {
    id: newId("ii"),
    object: "invoiceitem",
    amount: unit * quantity,
    currency: price?.currency ?? sent.currency ?? "usd",
    customer: customer.id,
    customer_account: null,
    date: now,
    description: sent.description ?? product?.name ?? null,
    discountable: true,
    discounts: [],
    invoice: sent.invoice ?? null,
    livemode: false,
    metadata: mergeMetadata({}, sent.metadata),
    net_amount: unit * quantity,
    parent:
      sent.subscription === undefined
        ? null
        : {
            subscription_details: { subscription: sent.subscription },
            type: "subscription_details",
          },
    period: sent.period ?? { start: now, end: now },
    pricing: {
      ...(price && { price_details: { price: price.id, product: price.product } }),
      type: "price_details",
      unit_amount_decimal: String(unit),
    },
    proration: false,
    quantity,
    quantity_decimal: String(quantity),
    tax_rates: [],
    test_clock: customer.test_clock ?? null,
  };
}
