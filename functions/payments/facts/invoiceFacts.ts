import { createHash } from "node:crypto";
import type Stripe from "stripe";
import { CATALOG, type Product, productOfStripe } from "#shared/catalog/catalog.ts";
import { fromEpochSeconds } from "#shared/instant.ts";
import type { PaidFact } from "#shared/payments/paymentFacts.ts";
import { withoutTax } from "#shared/payments/tax.ts";
import type { SubscriptionFacts } from "../../grants/index.ts";
import { stripe } from "../../platform/stripe.ts";

/** Stripe returns another object's id, or the object itself if the call expands it. */
export function idOf(reference: string | { id?: string } | null | undefined): string | null {
  return typeof reference === "string" ? reference : (reference?.id ?? null);
}

export function wholeInvoice(
  invoice: string | Stripe.Invoice | Stripe.DeletedInvoice | null | undefined,
): Stripe.Invoice | null {
  return typeof invoice === "object" && invoice !== null && !invoice.deleted ? invoice : null;
}

type Line = Stripe.InvoiceLineItem;

/** Credits for unused time are separate lines. */
export function planLine({ lines }: Pick<Stripe.Invoice, "lines">): Line | undefined {
  return lines.data.find((line) => !isCredit(line)) ?? lines.data[0];
}

export function productOf(invoice: Pick<Stripe.Invoice, "lines">): Product {
  return productOfStripe(planLine(invoice)?.pricing?.price_details?.product ?? "") ?? CATALOG.monthly;
}

type Balances = Pick<Stripe.Invoice, "starting_balance" | "ending_balance">;

/** How many cents of an invoice came from the customer's credit at Stripe. A refund cannot return them. */
export const fromBalance = ({ starting_balance, ending_balance }: Balances): number =>
  Math.min(0, ending_balance ?? 0) - Math.min(0, starting_balance);

/** Whether a draft would be paid without a charge as soon as it is finalized: it is free, or credit covers it. */
export const paysItself = ({
  total,
  starting_balance,
}: Pick<Stripe.Invoice, "total" | "starting_balance">): boolean => total + starting_balance <= 0;

/** What the invoice's lines credit for unused time, without tax, in positive cents. */
export function creditOf({ lines }: Pick<Stripe.Invoice, "lines">): number {
  return 0 - lines.data.filter(isCredit).reduce((sum, line) => sum + line.amount - taxWithin(line), 0);
}

/** The same credit as `creditOf`, but with tax. */
export function creditedOn({ lines }: Pick<Stripe.Invoice, "lines">): number {
  return 0 - lines.data.filter(isCredit).reduce((sum, { amount }) => sum + amount, 0);
}

/** Accepts zero, because that is the credit for a period's last minutes. */
const isCredit = ({ parent, amount }: Line): boolean =>
  amount <= 0 && parent?.subscription_item_details?.proration === true;

const taxWithin = ({ taxes }: Line): number =>
  (taxes ?? []).reduce(
    (sum, { amount, tax_behavior }) => (tax_behavior === "inclusive" ? sum + amount : sum),
    0,
  );

export const taxOf = ({ total_taxes }: Stripe.Invoice): number =>
  total_taxes?.reduce((sum, { amount }) => sum + amount, 0) ?? 0;

/** The id of an invoice's payment; the invoice's own id if nothing was charged. `payments` must be expanded. */
export function paymentOf(invoice: Stripe.Invoice): string {
  const paid = invoice.payments?.data.find(({ status }) => status === "paid");
  return idOf(paid?.payment.payment_intent) ?? invoice.id ?? "";
}

type Subscriber = {
  userId: string;
  facts: Pick<SubscriptionFacts, "subscription_id" | "created">;
  cardFingerprint: string | null;
};

/** `payments` must be expanded. */
export function paidInvoice(
  invoice: Stripe.Invoice,
  { userId, facts, cardFingerprint }: Subscriber,
): PaidFact {
  const { months } = productOf(invoice);
  return {
    paymentId: paymentOf(invoice),
    userId,
    product: "subscription",
    subscriptionId: facts.subscription_id,
    isFirst: invoice.billing_reason === "subscription_create",
    startedAt: fromEpochSeconds(facts.created),
    dueAt: fromEpochSeconds(invoice.created),
    paidAt: fromEpochSeconds(invoice.status_transitions.paid_at ?? invoice.created),
    amountCents: invoice.amount_paid,
    baseCents: withoutTax(invoice.amount_paid, invoice.total, taxOf(invoice)),
    invoicedCents: invoicedOf(invoice),
    ...numberOf(invoice),
    ...(months !== null && months > 1 && { months }),
    currency: invoice.currency,
    cardHash: cardHash(cardFingerprint),
  };
}

/** Adds back what our discount codes deduct, because they reduce only a subscription's first invoice. */
function invoicedOf(invoice: Stripe.Invoice): number {
  const cents = Math.max(0, invoice.total - taxOf(invoice)) + creditOf(invoice);
  const { billing_reason, subtotal, total_discount_amounts } = invoice;
  const off = (total_discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0);
  if (billing_reason !== "subscription_create" || off >= subtotal) return cents;
  return Math.round((cents * subtotal) / (subtotal - off));
}

export const numberOf = (invoice: Stripe.Invoice | null): Pick<PaidFact, "invoice"> =>
  invoice?.number ? { invoice: invoice.number } : {};

/** A hash that recognizes a card but cannot be looked up at Stripe. */
export function cardHash(fingerprint: string | null): string | null {
  return fingerprint === null ? null : createHash("sha256").update(fingerprint).digest("base64url");
}

/**
 * Whether an invoice was paid after its subscription ended. Stripe's times have whole seconds. A payment in the same
 * second counts as after the end, unless it paid the first invoice at once. A bank debit for the first invoice may
 * arrive days after the end.
 * @param endedAt epoch seconds
 */
export function isPaidAfter(
  { billing_reason, created, status_transitions }: Stripe.Invoice,
  endedAt: number | null,
): boolean {
  const { paid_at } = status_transitions;
  if (endedAt === null || paid_at === null) return false;
  const isPaidAtOnce = billing_reason === "subscription_create" && paid_at === created;
  return isPaidAtOnce ? paid_at > endedAt : paid_at >= endedAt;
}

export const paidForPeriod = (invoice: Stripe.Invoice, { ended_at }: Stripe.Subscription): boolean =>
  invoice.status === "paid" && !isPaidAfter(invoice, ended_at ?? null);

export async function lastPaidInvoice(subscription: Stripe.Subscription): Promise<string | null> {
  const { invoices } = await stripe();
  const { data } = await invoices.list({ subscription: subscription.id, status: "paid", limit: 10 });
  return data.find((invoice) => paidForPeriod(invoice, subscription))?.id ?? null;
}

export type OpenInvoice = { id: string; created: number };

export async function openInvoicesOf(subscription: string): Promise<OpenInvoice[]> {
  const { data } = await (await stripe()).invoices.list({ subscription, status: "open", limit: 100 });
  return data.flatMap(({ id, created }) => (id === undefined ? [] : [{ id, created }]));
}

/** Open invoices, and drafts that would charge if a person finalized them. */
export async function leftInvoicesOf(subscription: string): Promise<OpenInvoice[]> {
  return leftOf((await (await stripe()).invoices.list({ subscription, limit: 100 })).data);
}

export const leftOf = (invoices: readonly Stripe.Invoice[]): OpenInvoice[] =>
  invoices.flatMap((invoice) => {
    const { id, created, status } = invoice;
    const isLeft = status === "open" || (status === "draft" && !paysItself(invoice));
    return id !== undefined && isLeft ? [{ id, created }] : [];
  });
