import type { Invoice } from "../core/wire.ts";
import type { World } from "../core/world.ts";
import { day, money } from "./layout.ts";
import { type PdfLine, writePdf } from "./pdf.ts";

export function invoicePdf(world: World, invoice: Invoice): Uint8Array<ArrayBuffer> {
  const seller = invoice.account_name ?? world.ownAccount().settings?.dashboard.display_name ?? "Sandbox";
  const amount = (cents: number) => money(cents, invoice.currency);
  const paidAt = invoice.status_transitions.paid_at;
  const off = (invoice.total_discount_amounts ?? []).reduce((sum, discount) => sum + discount.amount, 0);
  const text = (left: string, right?: string): PdfLine => ({
    kind: "text",
    text: left,
    ...(right !== undefined && { right }),
  });
  const lines: PdfLine[] = [
    { kind: "text", text: invoice.status === "void" ? "Invoice (void)" : "Invoice", size: 24, bold: true },
    { kind: "space", height: 12 },
    text("Invoice number", invoice.number ?? ""),
    text("Date of issue", day(invoice.status_transitions.finalized_at ?? invoice.created)),
    ...(invoice.due_date === null ? [] : [text("Date due", day(invoice.due_date))]),
    ...(paidAt === null ? [] : [text("Date paid", day(paidAt))]),
    { kind: "space", height: 16 },
    { kind: "text", text: seller, bold: true },
    { kind: "space", height: 8 },
    { kind: "text", text: "Bill to", bold: true },
    ...(invoice.customer_tax_ids ?? []).map(({ value }) => text(`VAT ID ${value ?? ""}`)),
    ...[invoice.customer_name, invoice.customer_email].flatMap((line) => (line ? [text(line)] : [])),
    { kind: "space", height: 20 },
    { kind: "text", text: "Description", bold: true, right: "Amount", rightBold: true },
    { kind: "rule" },
    ...invoice.lines.data.flatMap((line): PdfLine[] => [
      text(line.description ?? "Item", amount(line.amount)),
      {
        kind: "text",
        text: `${day(line.period.start)} - ${day(line.period.end)}   Quantity ${line.quantity ?? 1}`,
        size: 9,
      },
    ]),
    { kind: "rule" },
    text("Subtotal", amount(invoice.subtotal)),
    ...(off === 0 ? [] : [text("Discount", `-${amount(off)}`)]),
    ...(invoice.total_taxes ?? []).map((tax) =>
      text(
        tax.taxability_reason === "reverse_charge"
          ? "Tax to be paid on reverse charge basis"
          : tax.tax_behavior === "inclusive"
            ? "Tax included"
            : "Tax",
        amount(tax.amount),
      ),
    ),
    text("Total", amount(invoice.total)),
    text("Amount paid", amount(invoice.amount_paid)),
    {
      kind: "text",
      text: "Amount due",
      bold: true,
      right: amount(invoice.amount_remaining),
      rightBold: true,
    },
    { kind: "space", height: 24 },
    { kind: "text", text: "Made in test mode: no money moved.", size: 9 },
  ];
  return writePdf(`Invoice ${invoice.number ?? invoice.id}`, lines);
}
