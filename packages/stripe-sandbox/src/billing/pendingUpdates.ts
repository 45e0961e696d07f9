import { change } from "../core/change.ts";
import type { Invoice, Subscription, SubscriptionItem } from "../core/wire.ts";
import type { World } from "../core/world.ts";
import { isOver, planTime, withItems } from "./subscriptions.ts";

const PENDING_SECONDS = 23 * 60 * 60;

/** The changes that a subscription gets once the update's invoice is paid. */
export type Update = { items: SubscriptionItem[]; anchor: number | null };

export function applyUpdate(world: World, before: Subscription, { items, anchor }: Update): Subscription {
  for (const item of items) world.store.put("subscriptionItem", item);
  world.agenda.drop("subscription.pendingUpdate", before.id);
  const changes = {
    items: withItems(before, items),
    pending_update: null,
    ...(anchor === null ? {} : { billing_cycle_anchor: anchor }),
  };
  const after = change(world, "subscription", before, changes, "customer.subscription.updated");
  planTime(world, after);
  return after;
}

/** Stores an update until its invoice is paid. The update's invoice becomes the subscription's latest invoice. */
export function keepPending(
  world: World,
  before: Subscription,
  invoice: Invoice,
  { items, anchor }: Update,
): Subscription {
  const expires_at = world.clock.now() + PENDING_SECONDS;
  world.agenda.drop("subscription.pendingUpdate", before.id);
  world.agenda.add("subscription.pendingUpdate", before.id, expires_at);
  const pending_update = {
    billing_cycle_anchor: anchor,
    cancel_at_period_end: null,
    discount: null,
    discounts: null,
    expires_at,
    metadata: null,
    subscription_items: items,
    trial_end: null,
    trial_from_plan: null,
  };
  const changes = { latest_invoice: invoice.id, pending_update };
  return change(world, "subscription", before, changes, "customer.subscription.updated");
}

export function waitsFor({ pending_update, latest_invoice }: Subscription, invoice: string): boolean {
  return pending_update !== null && latest_invoice === invoice;
}

export function applyPending(world: World, before: Subscription): Subscription {
  const { subscription_items, billing_cycle_anchor } = before.pending_update ?? {};
  const items = subscription_items ?? before.items.data;
  const applied = applyUpdate(world, before, { items, anchor: billing_cycle_anchor ?? null });
  world.emit("customer.subscription.pending_update_applied", applied);
  return applied;
}

export function dropPending(world: World, invoice: Invoice): void {
  const id = invoice.parent?.subscription_details?.subscription;
  const subscription = id ? world.store.find("subscription", id) : undefined;
  if (!subscription || isOver(subscription) || !waitsFor(subscription, invoice.id)) return;
  world.agenda.drop("subscription.pendingUpdate", subscription.id);
  change(world, "subscription", subscription, { pending_update: null }, "customer.subscription.updated");
}
