import { change, create } from "../core/change.ts";
import { newId } from "../core/ids.ts";
import type { Coupon, Customer, Price, Subscription, SubscriptionItem } from "../core/wire.ts";
import type { World } from "../core/world.ts";
import { inner } from "../http/lists.ts";
import { applyCoupon } from "./discounts.ts";
import type { LineDraft } from "./invoices.ts";
import { type Interval, periodEnd } from "./periods.ts";
import { planOf } from "./plans.ts";

const DAY = 24 * 60 * 60;
const INCOMPLETE_FOR_SECONDS = 23 * 60 * 60;
const TRIAL_NOTICE_SECONDS = 3 * DAY;

export type SubscriptionDraft = {
  customer: Customer;
  items: { price: Price; quantity: number; metadata?: Record<string, string> }[];
  trialEnd: number | null;
  defaultMethod: string | null;
  metadata: Record<string, string>;
  description: string | null;
  discount?: { coupon: Coupon; promotionCode: string | null } | undefined;
  cancelAtPeriodEnd?: boolean;
  collection?: "charge_automatically" | "send_invoice";
  daysUntilDue?: number | null;
  saveMethod?: "off" | "on_subscription";
  automaticTax?: boolean;
  missingMethod?: "cancel" | "create_invoice" | "pause";
};

/** Creates a subscription that is incomplete until its first payment, or on trial. */
export function makeSubscription(world: World, draft: SubscriptionDraft): Subscription {
  const id = newId("sub");
  const now = world.clock.now();
  const trial = draft.trialEnd !== null && draft.trialEnd > now ? draft.trialEnd : null;
  const anchor = trial ?? now;
  const first = draft.items[0];
  const discount = draft.discount
    ? applyCoupon(world, draft.discount.coupon, {
        customer: draft.customer.id,
        subscription: id,
        promotionCode: draft.discount.promotionCode,
      })
    : undefined;
  const items = draft.items.map(({ price, quantity, metadata }) => {
    const every = intervalOf(price);
    return makeItem(world, id, price, quantity, now, trial ?? periodEnd(anchor, now, every), metadata ?? {});
  });
  const end = items[0]?.current_period_end ?? now;
  const canceling = draft.cancelAtPeriodEnd === true;
  const subscription = create(
    world,
    "subscription",
    {
      id,
      object: "subscription",
      application: null,
      application_fee_percent: null,
      automatic_tax: {
        disabled_reason: null,
        enabled: draft.automaticTax ?? false,
        liability: draft.automaticTax ? { type: "self" } : null,
      },
      billing_cycle_anchor: anchor,
      billing_cycle_anchor_config: null,
      billing_mode: { flexible: { proration_discounts: "included" }, type: "flexible" },
      billing_schedules: [],
      billing_thresholds: null,
      cancel_at: canceling ? end : null,
      cancel_at_period_end: canceling,
      canceled_at: canceling ? now : null,
      cancellation_details: {
        comment: null,
        feedback: null,
        feedback_option: null,
        reason: canceling ? "cancellation_requested" : null,
      },
      collection_method: draft.collection ?? "charge_automatically",
      created: now,
      currency: first?.price.currency ?? "usd",
      customer: draft.customer.id,
      customer_account: null,
      days_until_due: draft.collection === "send_invoice" ? (draft.daysUntilDue ?? 30) : null,
      default_payment_method: draft.defaultMethod,
      default_source: null,
      default_tax_rates: [],
      description: draft.description,
      discounts: discount ? [discount.id] : [],
      ended_at: null,
      invoice_settings: {
        account_tax_ids: null,
        custom_fields: null,
        description: null,
        footer: null,
        issuer: { type: "self" },
      },
      items: inner(items, `/v1/subscription_items?subscription=${id}`),
      latest_invoice: null,
      livemode: false,
      managed_payments: null,
      metadata: draft.metadata,
      next_pending_invoice_item_invoice: null,
      on_behalf_of: null,
      pause_collection: null,
      payment_settings: {
        payment_method_options: null,
        payment_method_types: null,
        save_default_payment_method: draft.saveMethod ?? "off",
      },
      pending_invoice_item_interval: null,
      pending_setup_intent: null,
      pending_update: null,
      schedule: null,
      start_date: now,
      status: trial ? "trialing" : "incomplete",
      test_clock: draft.customer.test_clock ?? null,
      transfer_data: null,
      trial_end: trial,
      trial_settings: {
        end_behavior: {
          billing_cycle_anchor: null,
          missing_payment_method: draft.missingMethod ?? "create_invoice",
        },
      },
      trial_start: trial ? now : null,
    },
    "customer.subscription.created",
  );
  if (!trial) world.agenda.add("subscription.incomplete", id, now + INCOMPLETE_FOR_SECONDS);
  else if (trial - TRIAL_NOTICE_SECONDS > now)
    world.agenda.add("subscription.trialNotice", id, trial - TRIAL_NOTICE_SECONDS);
  else world.emit("customer.subscription.trial_will_end", subscription);
  world.agenda.add("subscription.cycle", id, end);
  return subscription;
}

export function makeItem(
  world: World,
  subscription: string,
  price: Price,
  quantity: number,
  start: number,
  end: number,
  metadata: Record<string, string>,
): SubscriptionItem {
  return world.store.put("subscriptionItem", {
    id: newId("si", 14),
    object: "subscription_item",
    billing_thresholds: null,
    created: world.clock.now(),
    current_period_end: end,
    current_period_start: start,
    current_trial: null,
    discounts: [],
    metadata,
    plan: planOf(price),
    price,
    quantity,
    subscription,
    tax_rates: [],
  });
}

export function intervalOf(price: Price): Interval {
  return { interval: price.recurring?.interval ?? "month", count: price.recurring?.interval_count ?? 1 };
}

/** Invoice lines for the items' current periods. A trial costs nothing. */
export function linesOf(world: World, subscription: Subscription): LineDraft[] {
  const free = subscription.status === "trialing";
  return subscription.items.data.map((item) => {
    const name = world.store.find("product", item.price.product)?.name ?? "Item";
    const quantity = item.quantity ?? 1;
    const unit = item.price.unit_amount ?? 0;
    const each = `${(unit / 100).toFixed(2)} ${item.price.currency.toUpperCase()} / ${item.price.recurring?.interval ?? "month"}`;
    return {
      description: free ? `Free trial for ${quantity} × ${name}` : `${quantity} × ${name} (at ${each})`,
      quantity,
      amount: free ? 0 : Math.round(unit * quantity * shareOfPeriod(subscription, item)),
      price: item.price,
      periodStart: item.current_period_start,
      periodEnd: item.current_period_end,
      subscriptionItem: item.id,
    };
  });
}

/** The share of an item's period before `cancel_at`; 1 if the period is not cut. */
function shareOfPeriod(subscription: Subscription, item: SubscriptionItem): number {
  const { current_period_start: start, current_period_end: end } = item;
  const whole = periodEnd(subscription.billing_cycle_anchor, start, intervalOf(item.price));
  return end >= whole ? 1 : (end - start) / (whole - start);
}

export function cutItems(
  world: World,
  subscription: Pick<Subscription, "billing_cycle_anchor" | "cancel_at" | "status" | "trial_end">,
  items: readonly SubscriptionItem[],
): SubscriptionItem[] {
  return items.map((item) => {
    const whole =
      subscription.status === "trialing" && subscription.trial_end !== null
        ? subscription.trial_end
        : periodEnd(subscription.billing_cycle_anchor, item.current_period_start, intervalOf(item.price));
    const end = Math.min(whole, subscription.cancel_at ?? whole);
    return end === item.current_period_end
      ? item
      : world.store.put("subscriptionItem", { ...item, current_period_end: end });
  });
}

/** The latest end of an item's period. The portal and `max_period_end` cancel then. */
export function lastPeriodEndOf(subscription: Subscription): number {
  return Math.max(...subscription.items.data.map((item) => item.current_period_end));
}

export function withItems(subscription: Subscription, items: SubscriptionItem[]): Subscription["items"] {
  return { ...subscription.items, data: items };
}

export function periodEndOf(subscription: Subscription): number {
  return Math.min(...subscription.items.data.map((item) => item.current_period_end));
}

export function planTime(world: World, subscription: Subscription): void {
  world.agenda.drop("subscription.cycle", subscription.id);
  world.agenda.drop("subscription.cancelAt", subscription.id);
  if (subscription.status !== "paused")
    world.agenda.add("subscription.cycle", subscription.id, periodEndOf(subscription));
  if (subscription.cancel_at !== null && !subscription.cancel_at_period_end)
    world.agenda.add("subscription.cancelAt", subscription.id, subscription.cancel_at);
  world.agenda.drop("subscription.resume", subscription.id);
  if (subscription.pause_collection?.resumes_at)
    world.agenda.add("subscription.resume", subscription.id, subscription.pause_collection.resumes_at);
}

export function isOver(subscription: Subscription): boolean {
  return subscription.status === "canceled" || subscription.status === "incomplete_expired";
}

/** Pauses a subscription whose trial ended without a card. Nothing is billed until the merchant resumes it. */
export function pauseSubscription(world: World, before: Subscription): Subscription {
  world.agenda.drop("subscription.cycle", before.id);
  const paused = change(world, "subscription", before, { status: "paused" }, "customer.subscription.updated");
  world.emit("customer.subscription.paused", paused);
  return paused;
}

/** Ends the subscription now. Nothing is charged afterwards. */
export function endSubscription(
  world: World,
  before: Subscription,
  reason: "cancellation_requested" | "payment_failed" | "payment_disputed",
  details: { comment?: string | null | undefined; feedback?: string | null | undefined } = {},
): Subscription {
  for (const kind of [
    "subscription.cycle",
    "subscription.incomplete",
    "subscription.trialNotice",
    "subscription.cancelAt",
    "subscription.resume",
    "subscription.pendingUpdate",
  ] as const) {
    world.agenda.drop(kind, before.id);
  }
  const now = world.clock.now();
  const ended = change(world, "subscription", before, {
    status: "canceled",
    canceled_at: before.canceled_at ?? now,
    ended_at: now,
    cancel_at_period_end: false,
    pending_update: null,
    cancellation_details: {
      comment: details.comment ?? before.cancellation_details?.comment ?? null,
      feedback: details.feedback ?? before.cancellation_details?.feedback ?? null,
      feedback_option: before.cancellation_details?.feedback_option ?? null,
      reason,
    },
  });
  for (const invoice of world.store.all("invoice")) {
    if (invoice.parent?.subscription_details?.subscription !== before.id) continue;
    if (invoice.status === "draft" || invoice.status === "open") stopCollecting(world, invoice.id);
  }
  world.emit("customer.subscription.deleted", ended);
  const unpaid = reason === "payment_failed";
  if (ended.schedule !== null)
    endSchedule(
      world,
      ended.schedule,
      unpaid ? "subscription_schedule.aborted" : "subscription_schedule.canceled",
    );
  return ended;
}

export function endSchedule(
  world: World,
  id: string,
  event: "subscription_schedule.aborted" | "subscription_schedule.canceled",
): void {
  const schedule = world.store.find("subscriptionSchedule", id);
  if (schedule?.status !== "active" && schedule?.status !== "not_started") return;
  world.agenda.drop("schedule.phase", id);
  world.agenda.drop("schedule.expiring", id);
  const changes = { status: "canceled" as const, canceled_at: world.clock.now(), current_phase: null };
  world.emit(event, change(world, "subscriptionSchedule", schedule, changes));
}

/** Keeps an ended subscription's invoice, but stops its retries. */
function stopCollecting(world: World, id: string): void {
  world.agenda.drop("invoice.retry", id);
  world.agenda.drop("invoice.finalize", id);
  const invoice = world.store.find("invoice", id);
  if (invoice)
    change(
      world,
      "invoice",
      invoice,
      { auto_advance: false, next_payment_attempt: null, automatically_finalizes_at: null },
      "invoice.updated",
    );
}
