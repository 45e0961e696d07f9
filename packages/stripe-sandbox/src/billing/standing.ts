import { change } from "../core/change.ts";
import type { Customer, Invoice, PaymentMethod, Subscription } from "../core/wire.ts";
import type { World } from "../core/world.ts";
import type { Attempt } from "../payments/intents.ts";
import { collect, markPaid, tellFailed, voidInvoice } from "./collecting.ts";
import { lineOf, pendingItems, takeUp } from "./invoiceItems.ts";
import { finalizeInvoice, makeInvoice, subscriptionOf } from "./invoices.ts";
import { applyPending, waitsFor } from "./pendingUpdates.ts";
import { isSettled } from "./status.ts";
import { endSubscription, isOver, linesOf } from "./subscriptions.ts";

const DAY = 24 * 60 * 60;

/** Creates a period's invoice, with pending items. @returns undefined for a deleted customer */
export function billPeriod(
  world: World,
  before: Subscription,
  reason: "subscription_create" | "subscription_cycle" | "subscription_update",
  period: { start: number; end: number },
  autoAdvance: boolean,
): { subscription: Subscription; invoice: Invoice } | undefined {
  const customer = world.store.find("customer", before.customer);
  if (!customer) return undefined;
  const items = pendingItems(world, {
    customer: customer.id,
    currency: before.currency,
    subscription: before.id,
  });
  const invoice = makeInvoice(world, {
    customer,
    currency: before.currency,
    lines: [...items.map(lineOf), ...linesOf(world, before)],
    reason,
    subscription: { id: before.id, metadata: before.metadata },
    periodStart: period.start,
    periodEnd: period.end,
    discounts: before.discounts,
    autoAdvance,
    defaultMethod: null,
    collection: before.collection_method === "send_invoice" ? "send_invoice" : "charge_automatically",
    daysUntilDue: before.days_until_due,
    automaticTax: before.automatic_tax.enabled,
  });
  takeUp(world, items, invoice.id);
  const once = before.discounts.filter((id) => couponOf(world, id)?.duration !== "once");
  const subscription = change(world, "subscription", before, { latest_invoice: invoice.id, discounts: once });
  return { subscription, invoice };
}

function couponOf(world: World, discount: string) {
  const coupon = world.store.find("discount", discount)?.source.coupon;
  return coupon ? world.store.find("coupon", coupon) : undefined;
}

export function defaultMethodOf(customer: Customer): string | null {
  return customer.invoice_settings.default_payment_method;
}

export function methodFor(world: World, subscription: Subscription): PaymentMethod | undefined {
  const customer = world.store.find("customer", subscription.customer);
  const id = subscription.default_payment_method ?? (customer && defaultMethodOf(customer));
  return id ? world.store.find("paymentMethod", id) : undefined;
}

/** Whether the subscription pauses at the end of its trial, because it has no card. */
export function pausesAtTrialEnd(world: World, subscription: Subscription): boolean {
  const missing = subscription.trial_settings?.end_behavior.missing_payment_method;
  return missing === "pause" && !methodFor(world, subscription);
}

/**
 * Finalizes an invoice. Marks it as paid if nothing is due. Otherwise tries to collect it, or sends it, unless
 * `collects` is false.
 */
export function finalizeAndCollect(world: World, draft: Invoice, collects = true): Invoice {
  const open = finalizeInvoice(world, draft);
  if (open.amount_due === 0) return paid(world, markPaid(world, open));
  if (!collects) return open;
  if (open.collection_method === "send_invoice") {
    world.emit("invoice.sent", open);
    return open;
  }
  return tryToCollect(world, open).invoice;
}

/** Charges the given card, else the subscription's or the invoice's, else the customer's. Applies the outcome. */
export function tryToCollect(
  world: World,
  invoice: Invoice,
  given?: PaymentMethod,
): { invoice: Invoice; attempt: Attempt | undefined } {
  const id = subscriptionOf(invoice);
  const subscription = id === null ? undefined : world.store.find("subscription", id);
  const customer = invoice.customer === null ? undefined : world.store.find("customer", invoice.customer);
  const fallback = invoice.default_payment_method ?? (customer && defaultMethodOf(customer));
  const method =
    given ??
    (subscription
      ? methodFor(world, subscription)
      : fallback
        ? world.store.find("paymentMethod", fallback)
        : undefined);
  if (!method) {
    const counted = change(world, "invoice", invoice, {
      attempted: true,
      attempt_count: invoice.attempt_count + 1,
    });
    return { invoice: unpaid(world, counted, "declined"), attempt: undefined };
  }
  const { invoice: tried, attempt } = collect(world, invoice, method);
  if (attempt.end === "succeeded") return { invoice: paid(world, tried), attempt };
  return { invoice: unpaid(world, tried, attempt.end), attempt };
}

/** Applies a paid invoice: a subscription that waited for it becomes active. */
export function paid(world: World, invoice: Invoice): Invoice {
  world.store.remove("invoiceNotes", invoice.id);
  const id = subscriptionOf(invoice);
  const subscription = id === null ? undefined : world.store.find("subscription", id);
  setDelinquent(world, invoice.customer, false);
  if (!subscription || isOver(subscription)) return invoice;
  if (waitsFor(subscription, invoice.id)) applyPending(world, subscription);
  world.agenda.drop("subscription.incomplete", subscription.id);
  if (
    subscription.status === "incomplete" ||
    subscription.status === "past_due" ||
    subscription.status === "unpaid"
  ) {
    const keeps =
      subscription.payment_settings?.save_default_payment_method === "on_subscription"
        ? methodThatPaid(world, invoice)
        : null;
    change(
      world,
      "subscription",
      subscription,
      {
        status:
          subscription.status === "incomplete" || isSettled(world, subscription.id)
            ? "active"
            : subscription.status,
        ...(keeps && { default_payment_method: keeps }),
      },
      "customer.subscription.updated",
    );
  }
  return invoice;
}

function methodThatPaid(world: World, invoice: Invoice): string | null {
  const payment = world.store
    .all("invoicePayment")
    .find((p) => p.invoice === invoice.id && p.status === "paid");
  const intent = payment?.payment.payment_intent
    ? world.store.find("paymentIntent", payment.payment.payment_intent)
    : undefined;
  return intent?.payment_method ?? null;
}

/** Applies a failed attempt: plans the next one, or ends dunning by the account's rule. */
export function unpaid(world: World, invoice: Invoice, end: Attempt["end"]): Invoice {
  const id = subscriptionOf(invoice);
  const subscription = id === null ? undefined : world.store.find("subscription", id);
  setDelinquent(world, invoice.customer, true);
  // A failed payment of a pending update does not change the subscription.
  const standsStill = !subscription || subscription.status === "incomplete" || isOver(subscription);
  if (standsStill || waitsFor(subscription, invoice.id)) {
    const still = change(world, "invoice", invoice, { next_payment_attempt: null }, "invoice.updated");
    tellFailed(world, still, end);
    return still;
  }
  const now = world.clock.now();
  const { retryDays, dunningEnd } = world.settings();
  const notes = world.store.find("invoiceNotes", invoice.id) ?? {
    id: invoice.id,
    failures: 0,
    firstFailureAt: now,
  };
  world.store.put("invoiceNotes", { ...notes, failures: notes.failures + 1 });
  world.agenda.drop("invoice.retry", invoice.id);
  const days = retryDays[notes.failures];
  const nextAt = days === undefined ? null : Math.max(now + 1, notes.firstFailureAt + days * DAY);
  if (nextAt !== null) world.agenda.add("invoice.retry", invoice.id, nextAt);
  const waiting = change(
    world,
    "invoice",
    invoice,
    { next_payment_attempt: nextAt, auto_advance: nextAt !== null },
    "invoice.updated",
  );
  tellFailed(world, waiting, end);
  if (nextAt !== null || dunningEnd === "past_due") setStatus(world, subscription, "past_due");
  else if (dunningEnd === "unpaid") setStatus(world, subscription, "unpaid");
  else endSubscription(world, subscription, "payment_failed");
  return world.store.find("invoice", waiting.id) ?? waiting;
}

/** Turns automatic steps on or off: finalizing a draft, retrying an open invoice. */
export function advanceAutomatically(world: World, invoice: Invoice, on: boolean): Partial<Invoice> {
  const now = world.clock.now();
  const kind = invoice.status === "draft" ? "invoice.finalize" : "invoice.retry";
  world.agenda.drop(kind, invoice.id);
  if (!on) return { auto_advance: false, next_payment_attempt: null, automatically_finalizes_at: null };
  if (invoice.status === "draft") {
    world.agenda.add(kind, invoice.id, now + world.draftSeconds);
    return { auto_advance: true, automatically_finalizes_at: now + world.draftSeconds };
  }
  if (invoice.status !== "open") return { auto_advance: true };
  const { retryDays } = world.settings();
  const failures = world.store.find("invoiceNotes", invoice.id)?.failures ?? 1;
  const nextAt = now + (retryDays[Math.min(failures, retryDays.length) - 1] ?? 1) * DAY;
  world.agenda.add(kind, invoice.id, nextAt);
  return { auto_advance: true, next_payment_attempt: nextAt };
}

function setStatus(world: World, subscription: Subscription, status: "past_due" | "unpaid"): void {
  if (subscription.status !== status)
    change(world, "subscription", subscription, { status }, "customer.subscription.updated");
}

export function expirePending(world: World, id: string): void {
  const subscription = world.store.find("subscription", id);
  if (!subscription?.pending_update || isOver(subscription)) return;
  const invoice = world.store.find("invoice", subscription.latest_invoice ?? "");
  if (invoice?.status === "open") voidInvoice(world, invoice);
  const after = world.store.find("subscription", id) ?? subscription;
  world.emit("customer.subscription.pending_update_expired", after);
}

/** Ends a subscription whose first payment is still missing after 23 hours. */
export function expireIncomplete(world: World, id: string): void {
  const subscription = world.store.find("subscription", id);
  if (subscription?.status !== "incomplete") return;
  world.agenda.drop("subscription.cycle", id);
  const invoice =
    subscription.latest_invoice === null
      ? undefined
      : world.store.find("invoice", subscription.latest_invoice);
  if (invoice?.status === "open") voidInvoice(world, invoice);
  change(
    world,
    "subscription",
    subscription,
    { status: "incomplete_expired", ended_at: world.clock.now() },
    "customer.subscription.updated",
  );
}

function setDelinquent(world: World, id: string | null, delinquent: boolean): void {
  const customer = id === null ? undefined : world.store.find("customer", id);
  if (customer && (customer.delinquent ?? false) !== delinquent)
    change(world, "customer", customer, { delinquent }, "customer.updated");
}
