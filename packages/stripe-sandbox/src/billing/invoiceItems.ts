import { change } from "../core/change.ts";
import type { Invoice, InvoiceItem } from "../core/wire.ts";
import type { World } from "../core/world.ts";
import { type LineDraft, makeLine, withLines } from "./invoices.ts";

/** Pending items of a customer's next invoice. A subscription's items wait for that subscription's invoice. */
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

export function takeUp(world: World, items: readonly InvoiceItem[], invoice: string): void {
  for (const item of items) world.store.put("invoiceItem", { ...item, invoice });
}

export function addToDraft(world: World, invoice: Invoice, item: InvoiceItem): void {
  const line = makeLine(invoice.id, { currency: invoice.currency }, lineOf(item));
  const lines = withLines(world, invoice, [...invoice.lines.data, line]);
  change(world, "invoice", invoice, lines, "invoice.updated");
}
