import type Stripe from "stripe";
import { CATALOG, type Product, productOfStripe } from "#shared/catalog/catalog.ts";
import { idOf } from "./idOf.ts";

type Line = Stripe.InvoiceLineItem;

/** The line of the plan that the invoice charges. Credits for unused time are other lines. */
export function planLine({ lines }: Pick<Stripe.Invoice, "lines">): Line | undefined {
  return lines.data.find((line) => !isCredit(line)) ?? lines.data[0];
}

/** The invoice for a pending change of the subscription; null if none is pending. */
export function waitingInvoice({
  pending_update,
  latest_invoice,
}: Pick<Stripe.Subscription, "pending_update" | "latest_invoice">): string | null {
  return pending_update ? idOf(latest_invoice) : null;
}

/** Defaults to the monthly plan. */
export function productOf(invoice: Pick<Stripe.Invoice, "lines">): Product {
  return productOfStripe(planLine(invoice)?.pricing?.price_details?.product ?? "") ?? CATALOG.monthly;
}

type Balances = Pick<Stripe.Invoice, "starting_balance" | "ending_balance">;

/** How many cents of an invoice a credit at Stripe paid. A refund cannot return them: they were never charged. */
export const fromBalance = ({ starting_balance, ending_balance }: Balances): number =>
  Math.min(0, ending_balance ?? 0) - Math.min(0, starting_balance);

/** Whether a draft would be paid without a charge as soon as it is finalized: it is free, or credit covers it. */
export const paysItself = ({
  total,
  starting_balance,
}: Pick<Stripe.Invoice, "total" | "starting_balance">): boolean => total + starting_balance <= 0;

/** What a change of plan credits for unused time, without tax, in positive cents. */
export function creditOf({ lines }: Pick<Stripe.Invoice, "lines">): number {
  return 0 - lines.data.filter(isCredit).reduce((sum, line) => sum + line.amount - taxWithin(line), 0);
}

/** What the invoice's lines credit for unused time, tax included, in positive cents. */
export function creditedOn({ lines }: Pick<Stripe.Invoice, "lines">): number {
  return 0 - lines.data.filter(isCredit).reduce((sum, { amount }) => sum + amount, 0);
}

/** The credit can be zero in a period's last minutes. */
const isCredit = ({ parent, amount }: Line): boolean =>
  amount <= 0 && parent?.subscription_item_details?.proration === true;

const taxWithin = ({ taxes }: Line): number =>
  (taxes ?? []).reduce(
    (sum, { amount, tax_behavior }) => (tax_behavior === "inclusive" ? sum + amount : sum),
    0,
  );
