import { invalidRequest } from "../core/errors.ts";
import { newId } from "../core/ids.ts";
import type { Invoice, InvoiceLine, Subscription, SubscriptionItem } from "../core/wire.ts";
import type { World } from "../core/world.ts";
import { cardFailure } from "../payments/cards.ts";
import type { Attempt } from "../payments/intents.ts";
import { collect, markPaid, voidInvoice } from "./collecting.ts";
import { draftInvoice, finalizeInvoice, type InvoiceDraft, type LineDraft, makeInvoice } from "./invoices.ts";
import { applyUpdate, keepPending, type Update, waitsFor } from "./pendingUpdates.ts";
import { methodFor, paid, unpaid } from "./standing.ts";
import { isOver, linesOf } from "./subscriptions.ts";

/** An immediate change of price or quantity, with its invoice. */
export type PlanChange = Update & {
  /** Whether the invoice credits unused time. */
  prorates: boolean;
  /** The start of the prorated time (epoch seconds). */
  at: number;
};

export type PaymentBehavior =
  | "allow_incomplete"
  | "default_incomplete"
  | "error_if_incomplete"
  | "pending_if_incomplete";

export function previewChange(world: World, before: Subscription, plan: PlanChange): Invoice {
  const own = before.discounts;
  const discount = world.store.find("customer", before.customer)?.discount?.id;
  const discounts = own.length > 0 || !discount ? own : [discount];
  return previewOf(world, before, linesOfChange(world, before, plan), discounts);
}

export function previewRenewal(world: World, before: Subscription, next: Subscription): Invoice {
  return previewOf(world, before, linesOf(world, next), before.discounts);
}

function previewOf(world: World, before: Subscription, lines: LineDraft[], discounts: string[]): Invoice {
  const draft = invoiceDraft(world, before, lines, discounts);
  return { ...draftInvoice(world, draft), id: newId("upcoming_in"), number: null };
}

/** Creates the invoice and collects it. The payment behavior decides what happens if the payment fails. */
export function changePlan(
  world: World,
  before: Subscription,
  plan: PlanChange,
  behavior: PaymentBehavior,
): Subscription {
  const customer = world.store.find("customer", before.customer);
  const lines = linesOfChange(world, before, plan);
  if (lines.reduce((sum, { amount }) => sum + amount, 0) < 0)
    throw invalidRequest("The sandbox does not do invoices below zero: the change leaves a credit.");
  const discounts = customer ? before.discounts : [];
  const open = finalizeInvoice(world, makeInvoice(world, invoiceDraft(world, before, lines, discounts)));
  const { invoice, end } = pay(world, before, open);
  if (end === "succeeded") {
    applyUpdate(world, latest(world, before, open.id), plan);
    paid(world, invoice);
    return find(world, before);
  }
  if (behavior === "error_if_incomplete") {
    voidInvoice(world, invoice);
    throw cardFailure({
      code: "card_declined",
      declineCode: "generic_decline",
      message: "Your card was declined.",
    });
  }
  if (behavior === "pending_if_incomplete") {
    const kept = keepPending(world, find(world, before), invoice, plan);
    unpaid(world, invoice, end);
    return find(world, kept);
  }
  applyUpdate(world, latest(world, before, open.id), plan);
  unpaid(world, invoice, end);
  return find(world, before);
}

function pay(world: World, before: Subscription, open: Invoice): { invoice: Invoice; end: Attempt["end"] } {
  if (open.amount_due === 0) return { invoice: markPaid(world, open), end: "succeeded" };
  const method = methodFor(world, before);
  if (!method) return { invoice: open, end: "declined" };
  const { invoice, attempt } = collect(world, open, method);
  return { invoice, end: attempt.end };
}

const find = (world: World, { id }: Subscription): Subscription => {
  const found = world.store.find("subscription", id);
  if (!found) throw new Error(`The sandbox lost ${id}`);
  return found;
};

const latest = (world: World, before: Subscription, invoice: string): Subscription =>
  world.store.put("subscription", { ...find(world, before), latest_invoice: invoice });

function invoiceDraft(
  world: World,
  before: Subscription,
  lines: LineDraft[],
  discounts: string[],
): InvoiceDraft {
  const customer = world.store.find("customer", before.customer);
  if (!customer || isOver(before)) throw invalidRequest("A canceled subscription cannot be changed.");
  const now = world.clock.now();
  return {
    customer,
    currency: before.currency,
    lines,
    reason: "subscription_update",
    subscription: { id: before.id, metadata: before.metadata },
    periodStart: now,
    periodEnd: now,
    discounts,
    autoAdvance: false,
    automaticTax: before.automatic_tax.enabled,
  };
}

/**
 * If the change prorates, credits the unused part of what was billed. Charges the new period, or the rest of the
 * current period at the new price.
 */
function linesOfChange(world: World, before: Subscription, plan: PlanChange): LineDraft[] {
  const { items, anchor, prorates, at } = plan;
  const credits = prorates && before.status !== "trialing" ? creditsOf(world, before, plan) : [];
  if (anchor !== null) {
    const begun = { ...before, status: "active" as const, billing_cycle_anchor: anchor };
    return [...credits, ...linesOf(world, { ...begun, items: { ...before.items, data: items } })];
  }
  const charges = items.filter((item) => isOther(item, before)).map((item) => restOf(world, item, at));
  return [...credits, ...charges];
}

const isOther = (item: SubscriptionItem, before: Subscription): boolean => {
  const old = before.items.data.find(({ id }) => id === item.id);
  return old?.price.id !== item.price.id || old.quantity !== item.quantity;
};

function creditsOf(world: World, before: Subscription, { items, anchor, at }: PlanChange): LineDraft[] {
  return before.items.data.flatMap((old) => {
    const next = items.find(({ id }) => id === old.id);
    if (anchor === null && next && !isOther(next, before)) return [];
    const { invoice, line } = billedFor(world, before, old) ?? {};
    const amount = line ? netOf(line) : (old.price.unit_amount ?? 0) * (old.quantity ?? 1);
    return {
      ...restOf(world, old, at),
      description: `Unused time on ${nameOf(world, old)} after ${dayOf(at)}`,
      amount: 0 - Math.round(amount * shareAfter(old, at)),
      ...(invoice && line ? { credits: { invoice: invoice.id, line: line.id } } : {}),
    };
  });
}

/** The latest invoice line for the item's current period, whose net amount is credited in part. */
function billedFor(
  world: World,
  before: Subscription,
  item: SubscriptionItem,
): { invoice: Invoice; line: InvoiceLine } | undefined {
  const found = world.store
    .all("invoice")
    .flatMap((invoice) =>
      invoice.status === "void" || waitsFor(before, invoice.id)
        ? []
        : invoice.lines.data
            .filter(
              ({ parent, period }) =>
                parent?.subscription_item_details?.subscription_item === item.id &&
                parent.subscription_item_details.proration === false &&
                period.end === item.current_period_end,
            )
            .map((line) => ({ invoice, line })),
    );
  return found.at(-1);
}

const netOf = ({ amount, discount_amounts }: InvoiceLine): number =>
  (discount_amounts ?? []).reduce((left, one) => left - one.amount, amount);

function restOf(world: World, item: SubscriptionItem, at: number): LineDraft {
  const whole = (item.price.unit_amount ?? 0) * (item.quantity ?? 1);
  return {
    description: `Remaining time on ${nameOf(world, item)} after ${dayOf(at)}`,
    quantity: item.quantity ?? 1,
    amount: Math.round(whole * shareAfter(item, at)),
    price: item.price,
    periodStart: at,
    periodEnd: item.current_period_end,
    subscriptionItem: item.id,
    prorates: true,
  };
}

function shareAfter(item: SubscriptionItem, at: number): number {
  const { current_period_start: start, current_period_end: end } = item;
  return Math.min(1, Math.max(0, (end - at) / (end - start)));
}

const nameOf = (world: World, { price, quantity }: SubscriptionItem): string =>
  `${quantity ?? 1} × ${world.store.find("product", price.product)?.name ?? "Item"}`;

const dayOf = (seconds: number): string =>
  new Date(seconds * 1000).toLocaleDateString("en-GB", {
    day: "2-digit",
    month: "short",
    year: "numeric",
    timeZone: "UTC",
  });
