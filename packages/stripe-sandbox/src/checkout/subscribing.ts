import { linkPayment, markPaid } from "../billing/collecting.ts";
import { finalizeInvoice } from "../billing/invoices.ts";
import { billPeriod, finalizeAndCollect, paid } from "../billing/standing.ts";
import { makeSubscription, periodEndOf, type SubscriptionDraft } from "../billing/subscriptions.ts";
import { change } from "../core/change.ts";
import type { CheckoutPlan } from "../core/hidden.ts";
import type { CheckoutSession, Customer, PaymentIntent, PaymentMethod } from "../core/wire.ts";
import type { World } from "../core/world.ts";

const DAY = 24 * 60 * 60;

type Made = { subscription: string; invoice: string | null };

/** Begins a subscription whose first payment was made. */
export function collectPaidSubscription(
  world: World,
  plan: CheckoutPlan,
  session: CheckoutSession,
  customer: Customer,
  method: PaymentMethod,
  intent: PaymentIntent,
): Made {
  const subscription = makeSubscription(world, draftFor(world, plan, session, customer, method, null));
  const billed = billPeriod(
    world,
    subscription,
    "subscription_create",
    { start: world.clock.now(), end: world.clock.now() },
    false,
  );
  if (!billed) return { subscription: subscription.id, invoice: null };
  const open = finalizeInvoice(world, billed.invoice);
  linkPayment(world, open, intent);
  const invoice = paid(
    world,
    markPaid(world, change(world, "invoice", open, { attempted: true, attempt_count: 1 })),
  );
  if (session.currency && customer.currency === null)
    world.store.put("customer", { ...latest(world, customer), currency: session.currency });
  return { subscription: subscription.id, invoice: invoice.id };
}

/**
 * Begins a subscription with a pending bank debit. Stripe makes it active immediately (laravel/cashier-stripe#1689);
 * the invoice stays open until the bank has answered.
 */
export function startUnpaidSubscription(
  world: World,
  plan: CheckoutPlan,
  session: CheckoutSession,
  customer: Customer,
  intent: PaymentIntent,
): Made {
  const incomplete = makeSubscription(world, draftFor(world, plan, session, customer, undefined, null));
  world.agenda.drop("subscription.incomplete", incomplete.id);
  const now = world.clock.now();
  const billed = billPeriod(world, incomplete, "subscription_create", { start: now, end: now }, false);
  if (!billed) return { subscription: incomplete.id, invoice: null };
  const open = finalizeInvoice(world, billed.invoice);
  linkPayment(world, open, intent);
  change(world, "invoice", open, { attempted: true, attempt_count: 1 });
  change(world, "subscription", billed.subscription, { status: "active" }, "customer.subscription.updated");
  return { subscription: incomplete.id, invoice: open.id };
}

/** Begins a subscription without a payment, for a trial or because nothing is due. */
export function startTrial(
  world: World,
  plan: CheckoutPlan,
  session: CheckoutSession,
  customer: Customer,
  method: PaymentMethod | undefined,
): Made {
  const trialEnd = plan.trialDays === null ? null : world.clock.now() + plan.trialDays * DAY;
  const subscription = makeSubscription(world, draftFor(world, plan, session, customer, method, trialEnd));
  const end = trialEnd ?? periodEndOf(subscription);
  const billed = billPeriod(
    world,
    subscription,
    "subscription_create",
    { start: world.clock.now(), end },
    false,
  );
  if (!billed) return { subscription: subscription.id, invoice: null };
  return { subscription: subscription.id, invoice: finalizeAndCollect(world, billed.invoice).id };
}

function draftFor(
  world: World,
  plan: CheckoutPlan,
  session: CheckoutSession,
  customer: Customer,
  method: PaymentMethod | undefined,
  trialEnd: number | null,
): SubscriptionDraft {
  const coupon = plan.coupon === null ? undefined : world.store.find("coupon", plan.coupon);
  return {
    customer,
    items: plan.lines.flatMap((line) => {
      const price = world.store.find("price", line.price);
      return price?.recurring ? [{ price, quantity: line.quantity }] : [];
    }),
    trialEnd,
    defaultMethod: method?.id ?? null,
    metadata: plan.subscriptionMetadata,
    description: plan.subscriptionDescription,
    automaticTax: session.automatic_tax.enabled,
    discount: coupon && { coupon, promotionCode: plan.promotionCode },
  };
}

function latest(world: World, customer: Customer): Customer {
  return world.store.find("customer", customer.id) ?? customer;
}
