import { change } from "../core/change.ts";
import type { Invoice, Subscription } from "../core/wire.ts";
import type { World } from "../core/world.ts";
import { subscriptionOf } from "./invoices.ts";

/**
 * Finds a subscription's latest invoice except voided ones. This invoice decides whether the subscription is past due:
 * "Voided invoices don't affect subscription status" (docs.stripe.com/billing/subscriptions/overview).
 */
function decisiveInvoice(world: World, subscription: string): Invoice | undefined {
  return world.store
    .all("invoice")
    .filter((invoice) => subscriptionOf(invoice) === subscription && invoice.status !== "void")
    .reduce<Invoice | undefined>(
      (latest, invoice) => (latest === undefined || invoice.created >= latest.created ? invoice : latest),
      undefined,
    );
}

export function isSettled(world: World, subscription: string): boolean {
  const status = decisiveInvoice(world, subscription)?.status;
  return status === "paid" || status === "uncollectible";
}

/** Activates a subscription that waited only for a voided or uncollectible invoice. */
export function reviewStatus(world: World, invoice: Invoice): void {
  const id = subscriptionOf(invoice);
  const subscription: Subscription | undefined =
    id === null ? undefined : world.store.find("subscription", id);
  if (!subscription || !["past_due", "unpaid"].includes(subscription.status)) return;
  if (isSettled(world, subscription.id))
    change(world, "subscription", subscription, { status: "active" }, "customer.subscription.updated");
}
