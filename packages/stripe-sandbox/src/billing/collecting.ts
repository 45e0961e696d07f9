import { change, create } from "../core/change.ts";
import { newId } from "../core/ids.ts";
import type { Invoice, InvoicePayment, PaymentIntent, PaymentMethod } from "../core/wire.ts";
import type { World } from "../core/world.ts";
import { type Attempt, attemptIntent, cancelIntent, makeIntent } from "../payments/intents.ts";
import { moveBalance, subscriptionOf } from "./invoices.ts";
import { dropPending } from "./pendingUpdates.ts";
import { reviewStatus } from "./status.ts";

export function paymentOf(world: World, invoice: string): InvoicePayment | undefined {
  return world.store
    .all("invoicePayment")
    .find((payment) => payment.invoice === invoice && payment.is_default);
}

export function invoiceOfIntent(world: World, intent: string): Invoice | undefined {
  const payment = world.store.all("invoicePayment").find((p) => p.payment.payment_intent === intent);
  return payment && world.store.find("invoice", payment.invoice);
}

/** An open invoice's payment intent, created on first use. */
export function intentFor(world: World, invoice: Invoice): PaymentIntent {
  const known = paymentOf(world, invoice.id)?.payment.payment_intent;
  const found = known ? world.store.find("paymentIntent", known) : undefined;
  if (found) return found;
  const intent = makeIntent(world, {
    amount: invoice.amount_remaining,
    currency: invoice.currency,
    customer: invoice.customer,
    description: describe(invoice),
    captureMethod: "automatic",
    saveFor: subscriptionOf(invoice) ? "off_session" : null,
  });
  linkPayment(world, invoice, intent);
  return intent;
}

export function linkPayment(world: World, invoice: Invoice, intent: PaymentIntent): InvoicePayment {
  return create(world, "invoicePayment", {
    id: newId("inpay"),
    object: "invoice_payment",
    amount_paid: null,
    amount_requested: invoice.amount_due,
    created: world.clock.now(),
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: intent.id, type: "payment_intent" },
    status: "open",
    status_transitions: { canceled_at: null, paid_at: null },
  });
}

function describe(invoice: Invoice): string {
  if (invoice.billing_reason === "subscription_create") return "Subscription creation";
  if (invoice.billing_reason === "subscription_cycle") return "Subscription update";
  return `Payment for Invoice ${invoice.number ?? ""}`.trim();
}

/** Tries to collect an open invoice from a card. The caller applies the outcome to the subscription. */
export function collect(
  world: World,
  invoice: Invoice,
  method: PaymentMethod,
): { invoice: Invoice; attempt: Attempt } {
  // Reports 3-D Secure as requires_action instead of declining: the customer can complete it on the invoice's page.
  const attempt = attemptIntent(world, intentFor(world, invoice), method, {
    returnUrl: invoice.hosted_invoice_url ?? null,
  });
  const counted = change(world, "invoice", invoice, {
    attempted: true,
    attempt_count: invoice.attempt_count + 1,
  });
  if (attempt.end === "succeeded") return { invoice: markPaid(world, counted), attempt };
  return { invoice: counted, attempt };
}

/** Emits a failed attempt's events. The caller must set the next attempt first. */
export function tellFailed(world: World, invoice: Invoice, end: Attempt["end"]): void {
  if (end === "requires_action") world.emit("invoice.payment_action_required", invoice);
  world.emit("invoice.payment_failed", invoice);
}

/** Marks an invoice as paid, or as needing no payment. */
export function markPaid(world: World, before: Invoice): Invoice {
  const now = world.clock.now();
  world.agenda.drop("invoice.retry", before.id);
  const payment = paymentOf(world, before.id);
  if (payment) {
    const paid = change(world, "invoicePayment", payment, {
      status: "paid",
      amount_paid: before.amount_due,
      status_transitions: { ...payment.status_transitions, paid_at: now },
    });
    world.emit("invoice_payment.paid", paid);
  }
  const paid = change(
    world,
    "invoice",
    before,
    {
      status: "paid",
      attempted: true,
      auto_advance: false,
      amount_paid: before.amount_due,
      amount_remaining: 0,
      next_payment_attempt: null,
      status_transitions: { ...before.status_transitions, paid_at: now },
    },
    "invoice.updated",
  );
  world.emit("invoice.paid", paid);
  world.emit("invoice.payment_succeeded", paid);
  return paid;
}

/** Gives up collecting. The invoice can still be paid by hand. */
export function markUncollectible(world: World, before: Invoice): Invoice {
  world.agenda.drop("invoice.retry", before.id);
  const marked = change(world, "invoice", before, {
    status: "uncollectible",
    auto_advance: false,
    next_payment_attempt: null,
    status_transitions: { ...before.status_transitions, marked_uncollectible_at: world.clock.now() },
  });
  world.emit("invoice.marked_uncollectible", marked);
  reviewStatus(world, marked);
  return marked;
}

export function voidInvoice(world: World, before: Invoice): Invoice {
  world.agenda.drop("invoice.retry", before.id);
  const payment = paymentOf(world, before.id);
  const intent = payment?.payment.payment_intent
    ? world.store.find("paymentIntent", payment.payment.payment_intent)
    : undefined;
  if (intent && intent.status !== "succeeded" && intent.status !== "canceled")
    cancelIntent(world, intent, "void_invoice");
  const now = world.clock.now();
  if (payment)
    world.store.put("invoicePayment", {
      ...payment,
      status: "canceled",
      status_transitions: { ...payment.status_transitions, canceled_at: now },
    });
  moveBalance(world, before, before.starting_balance - (before.ending_balance ?? before.starting_balance));
  const voided = change(world, "invoice", before, {
    status: "void",
    auto_advance: false,
    next_payment_attempt: null,
    amount_remaining: 0,
    status_transitions: { ...before.status_transitions, voided_at: now },
  });
  world.emit("invoice.voided", voided);
  dropPending(world, voided);
  reviewStatus(world, voided);
  return voided;
}
