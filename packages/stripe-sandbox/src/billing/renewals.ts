import { change } from "../core/change.ts";
import type { Invoice, Subscription } from "../core/wire.ts";
import type { World } from "../core/world.ts";
import { markUncollectible, voidInvoice } from "./collecting.ts";
import { finalizeInvoice } from "./invoices.ts";
import { periodEnd } from "./periods.ts";
import { billPeriod, finalizeAndCollect, methodFor, pausesAtTrialEnd, tryToCollect } from "./standing.ts";
import {
  cutItems,
  endSubscription,
  intervalOf,
  isOver,
  pauseSubscription,
  periodEndOf,
  withItems,
} from "./subscriptions.ts";

/** Ends a period: ends or pauses the subscription if that is due, else begins and bills the next period. */
export function cycle(world: World, id: string): void {
  const before = world.store.find("subscription", id);
  if (!before || isOver(before)) return;
  const isDueToEnd = before.cancel_at !== null && before.cancel_at <= world.clock.now();
  if (before.cancel_at_period_end || isDueToEnd) {
    endSubscription(world, before, "cancellation_requested");
    return;
  }
  const trialOver = before.status === "trialing";
  const missing = before.trial_settings?.end_behavior.missing_payment_method;
  if (trialOver && missing === "cancel" && !methodFor(world, before)) {
    endSubscription(world, before, "cancellation_requested");
    return;
  }
  if (trialOver && pausesAtTrialEnd(world, before)) {
    pauseSubscription(world, before);
    return;
  }
  const now = world.clock.now();
  const last = { start: Math.min(...before.items.data.map((item) => item.current_period_start)), end: now };
  const moved = before.items.data.map((item) => {
    if (item.current_period_end > now) return item;
    const end = periodEnd(before.billing_cycle_anchor, item.current_period_end, intervalOf(item.price));
    return world.store.put("subscriptionItem", {
      ...item,
      current_period_start: item.current_period_end,
      current_period_end: end,
    });
  });
  const items = cutItems(world, { ...before, status: trialOver ? "active" : before.status }, moved);
  const begun = change(world, "subscription", before, {
    items: withItems(before, items),
    ...(trialOver && { status: "active" }),
  });
  // Unpaid subscriptions keep creating drafts that are not charged.
  const collects = begun.status !== "unpaid" && begun.pause_collection === null;
  const billed = billPeriod(world, begun, "subscription_cycle", last, collects);
  const renewed = world.store.find("subscription", id) ?? begun;
  world.emit("customer.subscription.updated", renewed, {
    items: before.items,
    latest_invoice: before.latest_invoice,
    ...(trialOver && { status: "trialing" }),
  });
  world.agenda.add("subscription.cycle", id, periodEndOf(renewed));
  if (billed && begun.pause_collection) setAside(world, billed.invoice, begun.pause_collection.behavior);
  if (!billed || !collects) return;
  if (world.draftSeconds === 0) finalizeAndCollect(world, billed.invoice);
  else world.agenda.add("invoice.finalize", billed.invoice.id, now + world.draftSeconds);
}

/** Voids or gives up an invoice of a paused collection. With `keep_as_draft`, the invoice stays a draft. */
function setAside(
  world: World,
  draft: Invoice,
  behavior: NonNullable<Subscription["pause_collection"]>["behavior"],
): void {
  if (behavior === "void") voidInvoice(world, finalizeInvoice(world, draft));
  if (behavior === "mark_uncollectible") markUncollectible(world, finalizeInvoice(world, draft));
}

/** Resumes collection at `resumes_at`, from the next invoice on. */
export function resumeDue(world: World, id: string): void {
  const subscription = world.store.find("subscription", id);
  if (subscription && !isOver(subscription))
    change(world, "subscription", subscription, { pause_collection: null }, "customer.subscription.updated");
}

export function finalizeDue(world: World, id: string): void {
  const invoice = world.store.find("invoice", id);
  if (invoice?.status === "draft") finalizeAndCollect(world, invoice);
}

export function retryDue(world: World, id: string): void {
  const invoice = world.store.find("invoice", id);
  if (invoice?.status === "open") tryToCollect(world, invoice);
}

export function trialNotice(world: World, id: string): void {
  const subscription = world.store.find("subscription", id);
  if (subscription?.status === "trialing") world.emit("customer.subscription.trial_will_end", subscription);
}

export function cancelDue(world: World, id: string): void {
  const subscription = world.store.find("subscription", id);
  if (subscription && !isOver(subscription)) endSubscription(world, subscription, "cancellation_requested");
}
