import { change, create } from "../core/change.ts";
import { newId, randomText } from "../core/ids.ts";
import type { Customer, Invoice, InvoiceLine, Price } from "../core/wire.ts";
import type { World } from "../core/world.ts";
import { inner } from "../http/lists.ts";
import { addedBy, sumOf, type Taxed, taxedCustomer, taxOf, together } from "../tax/compute.ts";
import { runningDiscount, sharesOf } from "./discounts.ts";

const DAY = 24 * 60 * 60;

export type LineDraft = {
  description: string;
  quantity: number;
  amount: number;
  price: Pick<Price, "id" | "product"> | null;
  periodStart: number;
  periodEnd: number;
  subscriptionItem?: string;
  /** A proration within a period, which gets no further discount. */
  prorates?: boolean;
  /** For a credit: the billed line whose unused time it refunds. */
  credits?: { invoice: string; line: string };
  invoiceItem?: string;
  /** An invoice item's metadata. A subscription's lines show the subscription's metadata. */
  metadata?: Record<string, string>;
};

export type InvoiceDraft = {
  customer: Customer;
  currency: string;
  lines: LineDraft[];
  reason: "manual" | "subscription_create" | "subscription_cycle" | "subscription_update";
  subscription?: { id: string; metadata: Record<string, string> };
  periodStart: number;
  periodEnd: number;
  discounts?: string[];
  description?: string | null;
  metadata?: Record<string, string>;
  autoAdvance: boolean;
  defaultMethod?: string | null;
  collection?: "charge_automatically" | "send_invoice";
  daysUntilDue?: number | null;
  dueDate?: number | null;
  footer?: string | null;
  statementDescriptor?: string | null;
  automaticTax?: boolean;
};

export function makeInvoice(world: World, draft: InvoiceDraft): Invoice {
  return create(world, "invoice", draftInvoice(world, draft), "invoice.created");
}

/** Builds an invoice without storing it. */
export function draftInvoice(world: World, draft: InvoiceDraft): Invoice {
  const id = newId("in");
  const { customer } = draft;
  const running = runningDiscount(world, draft.discounts ?? []);
  const made = draft.lines.map((line) => makeLine(id, draft, line));
  const who = draft.automaticTax ? taxedCustomer(world, customer.id) : undefined;
  const sums = sumsOf(world, running, made, who);
  const own = world.ownAccount();
  const now = world.clock.now();
  return {
    id,
    object: "invoice",
    account_country: own.country ?? "US",
    account_name: own.settings?.dashboard.display_name ?? null,
    account_tax_ids: null,
    ...dueOf(sums.total, customer.balance),
    amount_overpaid: 0,
    amount_paid: 0,
    amount_paid_off_stripe: 0,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: draft.autoAdvance,
    automatic_tax: automaticTax(draft.automaticTax ?? false, who !== undefined),
    automatically_finalizes_at: draft.autoAdvance ? now + world.draftSeconds : null,
    billing_reason: draft.reason,
    collection_method: draft.collection ?? "charge_automatically",
    created: now,
    currency: draft.currency,
    custom_fields: null,
    customer: customer.id,
    customer_account: null,
    customer_address: customer.address ?? null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: customer.phone ?? null,
    customer_shipping: null,
    customer_tax_exempt: customer.tax_exempt ?? "none",
    customer_tax_ids: world.store
      .all("taxId")
      .filter((one) => one.customer === customer.id)
      .map(({ type, value }) => ({ type, value })),
    default_payment_method: draft.defaultMethod ?? null,
    default_source: null,
    default_tax_rates: [],
    description: draft.description ?? null,
    discounts: running ? [running.discount.id] : [],
    due_date:
      draft.collection === "send_invoice" ? (draft.dueDate ?? now + (draft.daysUntilDue ?? 30) * DAY) : null,
    effective_at: null,
    ending_balance: null,
    footer: draft.footer ?? null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: "self" },
    last_finalization_error: null,
    latest_revision: null,
    lines: inner(sums.lines, `/v1/invoices/${id}/lines`),
    livemode: false,
    metadata: draft.metadata ?? {},
    next_payment_attempt: draft.autoAdvance ? now + world.draftSeconds : null,
    number: null,
    on_behalf_of: null,
    parent: draft.subscription
      ? {
          quote_details: null,
          subscription_details: {
            metadata: draft.subscription.metadata,
            subscription: draft.subscription.id,
          },
          type: "subscription_details",
        }
      : null,
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: draft.periodEnd,
    period_start: draft.periodStart,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: customer.balance,
    statement_descriptor: draft.statementDescriptor ?? null,
    status: "draft",
    status_transitions: {
      finalized_at: null,
      marked_uncollectible_at: null,
      paid_at: null,
      voided_at: null,
    },
    subtotal: sums.subtotal,
    subtotal_excluding_tax: sums.subtotalExcludingTax,
    test_clock: customer.test_clock ?? null,
    total: sums.total,
    total_discount_amounts: sums.discounts,
    total_excluding_tax: sums.totalExcludingTax,
    total_pretax_credit_amounts: [],
    total_taxes: sums.taxes,
    webhooks_delivered_at: now,
  };
}

export function makeLine(
  invoice: string,
  draft: Pick<InvoiceDraft, "currency" | "subscription">,
  line: LineDraft,
): InvoiceLine {
  return {
    id: newId("il"),
    object: "line_item",
    amount: line.amount,
    currency: draft.currency,
    description: line.description,
    discount_amounts: [],
    discountable: line.prorates !== true,
    discounts: [],
    invoice,
    livemode: false,
    metadata: line.metadata ?? draft.subscription?.metadata ?? {},
    parent: line.subscriptionItem
      ? {
          invoice_item_details: null,
          subscription_item_details: {
            invoice_item: null,
            proration: line.prorates ?? false,
            proration_details: line.credits
              ? {
                  credited_items: {
                    invoice: line.credits.invoice,
                    invoice_line_items: [line.credits.line],
                  },
                }
              : null,
            subscription: draft.subscription?.id ?? null,
            subscription_item: line.subscriptionItem,
          },
          type: "subscription_item_details",
        }
      : {
          invoice_item_details: {
            invoice_item: line.invoiceItem ?? newId("ii"),
            proration: false,
            proration_details: null,
            subscription: null,
          },
          subscription_item_details: null,
          type: "invoice_item_details",
        },
    period: { end: line.periodEnd, start: line.periodStart },
    pretax_credit_amounts: [],
    pricing: {
      ...(line.price && { price_details: { price: line.price.id, product: line.price.product } }),
      type: "price_details",
      unit_amount_decimal: String(line.quantity === 0 ? 0 : line.amount / line.quantity),
    },
    quantity: line.quantity,
    quantity_decimal: String(line.quantity),
    subscription: draft.subscription?.id ?? null,
    subtotal: line.amount,
    taxes: [],
  };
}

function sumsOf(
  world: World,
  running: ReturnType<typeof runningDiscount>,
  lines: readonly InvoiceLine[],
  who: Taxed | undefined,
) {
  const shares = sharesOf(
    running?.coupon,
    lines.map((line) => ({
      amount: line.discountable ? line.amount : 0,
      product: line.pricing?.price_details?.product ?? null,
    })),
  );
  const subtotal = lines.reduce((sum, line) => sum + line.amount, 0);
  const off = shares.reduce((sum, share) => sum + share, 0);
  const given = (amount: number) => (running ? [{ amount, discount: running.discount.id }] : []);
  const taxed = lines.map((line, place) => {
    const price = world.store.find("price", line.pricing?.price_details?.price ?? "");
    const taxes = who ? [taxOf(world, who, line.amount - (shares[place] ?? 0), price)] : [];
    return { ...line, discount_amounts: given(shares[place] ?? 0), taxes };
  });
  const taxes = together(taxed.flatMap((line) => line.taxes));
  const total = subtotal - off + addedBy(taxes);
  const isIncluded = taxes.some(({ tax_behavior }) => tax_behavior === "inclusive");
  return {
    lines: taxed,
    subtotal,
    subtotalExcludingTax: isIncluded ? subtotal - sumOf(taxes) : subtotal,
    total,
    totalExcludingTax: total - sumOf(taxes),
    taxes,
    discounts: given(off),
  };
}

const automaticTax = (enabled: boolean, hasPlace: boolean): Invoice["automatic_tax"] => ({
  disabled_reason: null,
  enabled,
  liability: enabled ? { type: "self" } : null,
  provider: enabled ? "stripe" : null,
  status: enabled ? (hasPlace ? "complete" : "requires_location_inputs") : null,
});

export function withLines(world: World, invoice: Invoice, lines: InvoiceLine[]): Partial<Invoice> {
  const who = invoice.automatic_tax.enabled ? taxedCustomer(world, invoice.customer) : undefined;
  const sums = sumsOf(world, runningDiscount(world, invoice.discounts), lines, who);
  return {
    lines: { ...invoice.lines, data: sums.lines },
    subtotal: sums.subtotal,
    subtotal_excluding_tax: sums.subtotalExcludingTax,
    total: sums.total,
    total_excluding_tax: sums.totalExcludingTax,
    total_taxes: sums.taxes,
    total_discount_amounts: sums.discounts,
    ...dueOf(sums.total, balanceOf(world, invoice)),
  };
}

/** The amount due for a total. A balance below zero is a credit. A balance above zero is a debt and is charged, too. */
const dueOf = (total: number, balance: number): Pick<Invoice, "amount_due" | "amount_remaining"> => {
  const due = Math.max(0, total + balance);
  return { amount_due: due, amount_remaining: due };
};

export const balanceOf = (world: World, { customer }: { customer: string | null }): number =>
  world.store.find("customer", customer ?? "")?.balance ?? 0;

/** Changes a customer's balance when an invoice uses or returns a part of it. Updates the customer's draft invoices. */
export function moveBalance(world: World, { customer: id }: Invoice, amount: number): void {
  const customer = world.store.find("customer", id ?? "");
  if (!customer || amount === 0) return;
  change(world, "customer", customer, { balance: customer.balance + amount }, "customer.updated");
  showBalance(world, customer.id);
}

export function showBalance(world: World, customer: string): void {
  const balance = balanceOf(world, { customer });
  for (const draft of world.store.all("invoice"))
    if (draft.customer === customer && draft.status === "draft")
      world.store.put("invoice", { ...draft, starting_balance: balance, ...dueOf(draft.total, balance) });
}

/** Finalizes a draft: sets its number, hosted page and PDF, and uses the customer's balance, up to the amount due. */
export function finalizeInvoice(world: World, before: Invoice, balance = balanceOf(world, before)): Invoice {
  world.agenda.drop("invoice.finalize", before.id);
  const now = world.clock.now();
  const token = randomText(32);
  const ending = Math.min(0, before.total + balance);
  moveBalance(world, before, ending - balance);
  const finalized = change(world, "invoice", before, {
    status: "open",
    number: nextNumber(world, before),
    hosted_invoice_url: `${world.url}/i/${before.id}/${token}`,
    invoice_pdf: `${world.url}/i/${before.id}/${token}/pdf`,
    effective_at: now,
    ...dueOf(before.total, balance),
    starting_balance: balance,
    ending_balance: ending,
    automatically_finalizes_at: null,
    status_transitions: { ...before.status_transitions, finalized_at: now },
  });
  world.emit("invoice.finalized", finalized);
  return finalized;
}

function nextNumber(world: World, invoice: Invoice): string {
  const customer = invoice.customer === null ? undefined : world.store.find("customer", invoice.customer);
  const sequence = customer?.next_invoice_sequence ?? 1;
  if (customer) world.store.put("customer", { ...customer, next_invoice_sequence: sequence + 1 });
  return `${customer?.invoice_prefix ?? "INVOICE"}-${String(sequence).padStart(4, "0")}`;
}

export function subscriptionOf(invoice: Invoice): string | null {
  return invoice.parent?.subscription_details?.subscription ?? null;
}
