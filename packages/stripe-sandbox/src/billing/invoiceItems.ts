import { change } from "../core/change.ts";
import { invalidRequest } from "../core/errors.ts";
import type { Invoice, InvoiceItem } from "../core/wire.ts";
import type { World } from "../core/world.ts";
import { type LineDraft, makeLine, withLines } from "./invoices.ts";

/** The items that wait for the customer's next invoice. Those of a subscription wait for that subscription's. */
export function pendingItems(
  world: World,
  of: { customer: string; currency: string; subscription?: string | undefined },
): InvoiceItem[] {
  return world.store
    .all("invoiceItem")
    .filter(
      (item) =>
        item.invoice === null &&
        item.customer === of.customer &&
        item.currency === of.currency &&
        (item.parent === null || item.parent.subscription_details?.subscription === of.subscription),
    );
}

export function lineOf(item: InvoiceItem): LineDraft {
  const price = item.pricing?.price_details?.price;
  return {
    description: item.description ?? "",
    quantity: item.quantity,
    amount: item.amount,
    price: price ? { id: price, product: item.pricing?.price_details?.product ?? "" } : null,
    periodStart: item.period.start,
    periodEnd: item.period.end,
    invoiceItem: item.id,
    metadata: item.metadata ?? {},
  };
}

/** The items are on an invoice now. */
export function takeUp(world: World, items: readonly InvoiceItem[], invoice: string): void {
  for (const item of items) world.store.put("invoiceItem", { ...item, invoice });
}

/** Puts an item on a draft. */
export function addToDraft(world: World, invoice: Invoice, item: InvoiceItem): void {
  const line = makeLine(invoice.id, { currency: invoice.currency }, lineOf(item));
  const lines = withLines(world, invoice, [...invoice.lines.data, line]);
  change(world, "invoice", invoice, lines, "invoice.updated");
}

/** Deletes an item before it is billed; its draft loses the line. */
export function deleteItem(world: World, item: InvoiceItem): void {
  const invoice = item.invoice === null ? undefined : world.store.find("invoice", item.invoice);
  if (invoice && invoice.status !== "draft")
    throw invalidRequest("You cannot delete an invoice item that is attached to a finalized invoice.");
  world.store.remove("invoiceItem", item.id);
  if (invoice) {
    const left = invoice.lines.data.filter((line) => itemOf(line) !== item.id);
    change(world, "invoice", invoice, withLines(world, invoice, left), "invoice.updated");
  }
  world.emit("invoiceitem.deleted", item);
}

/** A deleted draft gives its items back: they wait for the next invoice. */
export function deleteDraft(world: World, invoice: Invoice): void {
  for (const item of world.store.all("invoiceItem"))
    if (item.invoice === invoice.id) world.store.put("invoiceItem", { ...item, invoice: null });
  world.agenda.drop("invoice.finalize", invoice.id);
  world.store.remove("invoice", invoice.id);
  world.emit("invoice.deleted", invoice);
}

function itemOf(line: Invoice["lines"]["data"][number]): string | undefined {
  return line.parent?.invoice_item_details?.invoice_item;
}
