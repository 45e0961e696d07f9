import { lineOf, pendingItems, takeUp } from "../billing/invoiceItems.ts";
import { makeInvoice } from "../billing/invoices.ts";
import { mergeMetadata } from "../core/change.ts";
import { invalidRequest } from "../core/errors.ts";
import { need } from "../core/need.ts";
import type { Invoice } from "../core/wire.ts";
import type { World } from "../core/world.ts";
import {
  currency,
  flag,
  integer,
  integerFrom,
  metadata,
  oneOf,
  type Parsed,
  required,
  text,
} from "../http/params.ts";

export const invoiceFields = {
  auto_advance: flag,
  collection_method: oneOf("charge_automatically", "send_invoice"),
  currency,
  customer: required(text),
  days_until_due: integerFrom(0),
  default_payment_method: text,
  description: text,
  due_date: integer,
  footer: text,
  metadata,
  pending_invoice_items_behavior: oneOf("exclude", "include"),
  statement_descriptor: text,
};

/** Creates a draft, with the customer's pending items if requested. */
export function makeByHand(world: World, sent: Parsed<typeof invoiceFields>): Invoice {
  const customer = need(world, "customer", sent.customer, "customer");
  if (sent.default_payment_method !== undefined)
    need(world, "paymentMethod", sent.default_payment_method, "default_payment_method");
  const sends = sent.collection_method === "send_invoice";
  if (sends && sent.days_until_due === undefined && sent.due_date === undefined)
    throw invalidRequest(
      "You must pass either `days_until_due` or `due_date` when `collection_method` is `send_invoice`.",
      { param: "days_until_due" },
    );
  if (!sends && (sent.days_until_due !== undefined || sent.due_date !== undefined))
    throw invalidRequest(
      "You can only set `days_until_due` or `due_date` when `collection_method` is `send_invoice`.",
      { param: "days_until_due" },
    );
  const included = sent.pending_invoice_items_behavior === "include";
  const waiting = world.store
    .all("invoiceItem")
    .find((item) => item.customer === customer.id && item.invoice === null);
  const currency = sent.currency ?? (included ? waiting?.currency : undefined) ?? customer.currency ?? "usd";
  const items = included ? pendingItems(world, { customer: customer.id, currency }) : [];
  const now = world.clock.now();
  const autoAdvance = sent.auto_advance ?? false;
  const invoice = makeInvoice(world, {
    customer,
    currency,
    lines: items.map(lineOf),
    reason: "manual",
    periodStart: now,
    periodEnd: now,
    discounts: [],
    autoAdvance,
    defaultMethod: sent.default_payment_method ?? null,
    description: sent.description ?? null,
    footer: sent.footer ?? null,
    metadata: mergeMetadata({}, sent.metadata),
    collection: sent.collection_method ?? "charge_automatically",
    daysUntilDue: sent.days_until_due ?? null,
    dueDate: sent.due_date ?? null,
    statementDescriptor: sent.statement_descriptor ?? null,
  });
  takeUp(world, items, invoice.id);
  if (autoAdvance) world.agenda.add("invoice.finalize", invoice.id, now + world.draftSeconds);
  return invoice;
}
