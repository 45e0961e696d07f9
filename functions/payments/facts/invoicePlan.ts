import type Stripe from "stripe";
import { CATALOG, type Product, productOfStripe } from "#shared/catalog/catalog.ts";
import { idOf } from "./idOf.ts";

type Line = Stripe.InvoiceLineItem;

/** What an invoice is for: the line of its plan, as it begins. Others credit time that is no longer used. */
export function planLine({ lines }: Pick<Stripe.Invoice, "lines">): Line | undefined {
  return lines.data.find((line) => !isCredit(line)) ?? lines.data[0];
}

/** The invoice whose payment makes a change of the subscription that waits for it; null where none waits. */
export function waitingInvoice({
  pending_update,
  latest_invoice,
}: Pick<Stripe.Subscription, "pending_update" | "latest_invoice">): string | null {
  return pending_update ? idOf(latest_invoice) : null;
}

/** The monthly plan where Stripe does not say. */
export function productOf(invoice: Pick<Stripe.Invoice, "lines">): Product {
  return productOfStripe(planLine(invoice)?.pricing?.price_details?.product ?? "") ?? CATALOG.monthly;
}

/** What a change of plan credits for time that is no longer used, without tax, as a positive amount of cents. */
export function creditOf({ lines }: Pick<Stripe.Invoice, "lines">): number {
  return 0 - lines.data.filter(isCredit).reduce((sum, line) => sum + line.amount - taxWithin(line), 0);
}

/** The same with the tax that it contains, as the invoice's lines show it. */
export function creditedOn({ lines }: Pick<Stripe.Invoice, "lines">): number {
  return 0 - lines.data.filter(isCredit).reduce((sum, { amount }) => sum + amount, 0);
}

/** In a period's last minutes it comes to nothing. */
const isCredit = ({ parent, amount }: Line): boolean =>
  amount <= 0 && parent?.subscription_item_details?.proration === true;

/** The tax that a line's amount contains. */
const taxWithin = ({ taxes }: Line): number =>
  (taxes ?? []).reduce(
    (sum, { amount, tax_behavior }) => (tax_behavior === "inclusive" ? sum + amount : sum),
    0,
  );
