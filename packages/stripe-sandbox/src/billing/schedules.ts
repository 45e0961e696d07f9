import { change, create, mergeMetadata } from "../core/change.ts";
import { newId } from "../core/ids.ts";
import { need } from "../core/need.ts";
import type { Customer, Price, Subscription, SubscriptionSchedule } from "../core/wire.ts";
import type { World } from "../core/world.ts";
import { planOf } from "./plans.ts";
import { billPeriod, finalizeAndCollect } from "./standing.ts";
import { endSubscription, isOver, makeItem, makeSubscription, planTime, withItems } from "./subscriptions.ts";

/** A schedule's expiry is announced this long before its end. */
const EXPIRY_NOTICE_SECONDS = 7 * 24 * 60 * 60;

export type PhaseDraft = {
  items: { price: Price; quantity: number }[];
  start: number;
  end: number;
  metadata: Record<string, string>;
  anchor?: "automatic" | "phase_start" | null;
  proration?: "always_invoice" | "create_prorations" | "none";
  method?: string | null;
};

/** Creates a schedule. A new subscription begins with the first phase. */
export function makeSchedule(
  world: World,
  draft: {
    customer: Customer;
    phases: readonly PhaseDraft[];
    endBehavior: "cancel" | "release";
    metadata: Record<string, string>;
    /** An existing subscription that the schedule takes over. */
    subscription?: Subscription;
  },
): SubscriptionSchedule {
  const id = newId("sub_sched");
  const now = world.clock.now();
  const made = create(
    world,
    "subscriptionSchedule",
    {
      id,
      object: "subscription_schedule",
      application: null,
      billing_mode: { flexible: { proration_discounts: "included" }, type: "flexible" },
      canceled_at: null,
      completed_at: null,
      created: now,
      current_phase: null,
      customer: draft.customer.id,
      customer_account: null,
      default_settings: {
        application_fee_percent: null,
        automatic_tax: {
          disabled_reason: null,
          enabled: draft.subscription?.automatic_tax.enabled ?? false,
          liability: null,
        },
        billing_cycle_anchor: "automatic",
        billing_thresholds: null,
        collection_method: "charge_automatically",
        default_payment_method: null,
        description: null,
        invoice_settings: {
          account_tax_ids: null,
          custom_fields: null,
          days_until_due: null,
          description: null,
          footer: null,
          issuer: { type: "self" },
        },
        on_behalf_of: null,
        transfer_data: null,
      },
      end_behavior: draft.endBehavior,
      livemode: false,
      metadata: draft.metadata,
      pause_schedules: [],
      phases: draft.phases.map(phaseOf),
      released_at: null,
      released_subscription: null,
      status: "not_started",
      subscription: draft.subscription?.id ?? null,
      test_clock: draft.customer.test_clock ?? null,
    },
    "subscription_schedule.created",
  );
  if (draft.subscription)
    change(world, "subscription", draft.subscription, { schedule: id }, "customer.subscription.updated");
  const first = draft.phases[0];
  if (first && first.start > now) world.agenda.add("schedule.phase", id, first.start);
  else advanceSchedule(world, id);
  announceEnd(world, id, draft.phases);
  return need(world, "subscriptionSchedule", made.id);
}

function announceEnd(world: World, id: string, phases: readonly PhaseDraft[]): void {
  const now = world.clock.now();
  const end = phases.at(-1)?.end ?? now;
  world.agenda.drop("schedule.expiring", id);
  world.agenda.add("schedule.expiring", id, Math.max(now, end - EXPIRY_NOTICE_SECONDS));
}

/**
 * Replaces all phases. The subscription keeps its items until the next phase. The current phase loses the fields that
 * the request does not repeat.
 */
export function replanSchedule(
  world: World,
  before: SubscriptionSchedule,
  phases: readonly PhaseDraft[],
  settings: SubscriptionSchedule["default_settings"],
): SubscriptionSchedule {
  const now = world.clock.now();
  const running = phases.find(({ start, end }) => start <= now && now < end);
  const current_phase = running ? { start_date: running.start, end_date: running.end } : null;
  const changes = { phases: phases.map(phaseOf), current_phase, default_settings: settings };
  const after = change(world, "subscriptionSchedule", before, changes, "subscription_schedule.updated");
  world.agenda.drop("schedule.phase", before.id);
  const next = running?.end ?? phases[0]?.start;
  if (next !== undefined) world.agenda.add("schedule.phase", before.id, next);
  const subscription =
    before.subscription === null ? undefined : world.store.find("subscription", before.subscription);
  // The renewal is planned after the phase, so that a renewal at the same time bills the next phase.
  if (subscription && !isOver(subscription)) {
    planTime(world, subscription);
    if (running) payAsPlanned(world, subscription, after, phaseOf(running));
  }
  announceEnd(world, before.id, phases);
  return after;
}

function phaseOf(draft: PhaseDraft): SubscriptionSchedule["phases"][number] {
  return {
    add_invoice_items: [],
    application_fee_percent: null,
    billing_cycle_anchor: draft.anchor ?? null,
    billing_thresholds: null,
    collection_method: null,
    currency: draft.items[0]?.price.currency ?? "usd",
    default_payment_method: draft.method ?? null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    end_date: draft.end,
    invoice_settings: null,
    items: draft.items.map(({ price, quantity }) => ({
      billing_thresholds: null,
      discounts: [],
      metadata: {},
      plan: price.id,
      price: price.id,
      quantity,
      tax_rates: [],
    })),
    metadata: draft.metadata,
    on_behalf_of: null,
    proration_behavior: draft.proration ?? "create_prorations",
    start_date: draft.start,
    transfer_data: null,
    trial_end: null,
  };
}

/** Moves the schedule to the current phase, or completes it after the last phase. Does nothing within a phase. */
export function advanceSchedule(world: World, id: string): void {
  const schedule = world.store.find("subscriptionSchedule", id);
  if (!schedule || (schedule.status !== "not_started" && schedule.status !== "active")) return;
  const now = world.clock.now();
  if (schedule.current_phase && schedule.current_phase.end_date > now) return;
  const phase = schedule.phases.find(({ start_date, end_date }) => start_date <= now && now < end_date);
  if (!phase) {
    completeSchedule(world, schedule);
    return;
  }
  const { start_date, end_date } = phase;
  world.agenda.drop("schedule.phase", id);
  // Planned before the renewal, so that a renewal at the same time bills the next phase.
  world.agenda.add("schedule.phase", id, end_date);
  const subscription =
    schedule.subscription === null
      ? begin(world, schedule, phase)
      : apply(world, need(world, "subscription", schedule.subscription), schedule, phase);
  const changes = {
    status: "active" as const,
    current_phase: { start_date, end_date },
    subscription: subscription.id,
  };
  if (schedule.status === "active")
    change(world, "subscriptionSchedule", schedule, changes, "subscription_schedule.updated");
  else change(world, "subscriptionSchedule", schedule, changes);
}

type Phase = SubscriptionSchedule["phases"][number];

function itemsOf(world: World, phase: Phase): { price: Price; quantity: number }[] {
  return phase.items.map(({ price, quantity }) => ({
    price: need(world, "price", price),
    quantity: quantity ?? 1,
  }));
}

/** Begins the subscription. Its first invoice stays a draft as long as a renewal's. */
function begin(world: World, schedule: SubscriptionSchedule, phase: Phase): Subscription {
  const made = makeSubscription(world, {
    customer: need(world, "customer", schedule.customer),
    items: itemsOf(world, phase),
    trialEnd: null,
    defaultMethod: null,
    metadata: phase.metadata ?? {},
    description: null,
  });
  world.agenda.drop("subscription.incomplete", made.id);
  const active = { status: "active" as const, schedule: schedule.id };
  const running = change(world, "subscription", made, active, "customer.subscription.updated");
  const now = world.clock.now();
  const billed = billPeriod(world, running, "subscription_create", { start: now, end: now }, true);
  if (!billed) return running;
  if (world.draftSeconds === 0) finalizeAndCollect(world, billed.invoice);
  else world.agenda.add("invoice.finalize", billed.invoice.id, now + world.draftSeconds);
  return billed.subscription;
}

/** Applies a phase to the subscription. The next invoice is the first that charges the phase's items. */
function apply(
  world: World,
  before: Subscription,
  schedule: SubscriptionSchedule,
  phase: Phase,
): Subscription {
  if (isOver(before)) return before;
  const old = before.items.data;
  const first = old[0];
  const items = itemsOf(world, phase).map(({ price, quantity }, place) => {
    const same = old[place];
    if (same) return world.store.put("subscriptionItem", { ...same, price, plan: planOf(price), quantity });
    const { current_period_start: start, current_period_end: end } = first ?? {
      current_period_start: phase.start_date,
      current_period_end: phase.end_date,
    };
    return makeItem(world, before.id, price, quantity, start, end, {});
  });
  const changes = {
    ...paymentOf(before, schedule, phase),
    items: withItems(before, items),
    // A phase adds metadata to the subscription and removes none.
    metadata: mergeMetadata(before.metadata, phase.metadata ?? {}),
    ...(phase.billing_cycle_anchor === "phase_start" && { billing_cycle_anchor: phase.start_date }),
  };
  return change(world, "subscription", before, changes, "customer.subscription.updated");
}

/** The phase's payment method, else the schedule's; null: the customer's default. The schedule decides about tax. */
const paymentOf = (
  { automatic_tax }: Subscription,
  { default_settings: settings }: SubscriptionSchedule,
  phase: Phase,
) => ({
  default_payment_method: phase.default_payment_method ?? settings.default_payment_method,
  automatic_tax: { ...automatic_tax, enabled: settings.automatic_tax?.enabled ?? false },
});

/** Applies the current phase's payment method and the schedule's tax setting to the subscription. */
function payAsPlanned(
  world: World,
  before: Subscription,
  schedule: SubscriptionSchedule,
  phase: Phase,
): void {
  const changes = paymentOf(before, schedule, phase);
  if (
    changes.default_payment_method !== before.default_payment_method ||
    changes.automatic_tax.enabled !== before.automatic_tax.enabled
  )
    change(world, "subscription", before, changes, "customer.subscription.updated");
}

function completeSchedule(world: World, schedule: SubscriptionSchedule): void {
  forget(world, schedule.id);
  const subscription = detach(world, schedule);
  if (subscription && !isOver(subscription) && schedule.end_behavior === "cancel")
    endSubscription(world, subscription, "cancellation_requested");
  const changes = { status: "completed" as const, completed_at: world.clock.now(), current_phase: null };
  world.emit("subscription_schedule.completed", change(world, "subscriptionSchedule", schedule, changes));
}

/** Ends the schedule and keeps the subscription. */
export function releaseSchedule(world: World, schedule: SubscriptionSchedule): SubscriptionSchedule {
  forget(world, schedule.id);
  detach(world, schedule);
  const released = change(world, "subscriptionSchedule", schedule, {
    status: "released",
    released_at: world.clock.now(),
    released_subscription: schedule.subscription,
    subscription: null,
    current_phase: null,
  });
  world.emit("subscription_schedule.released", released);
  return released;
}

function forget(world: World, id: string): void {
  world.agenda.drop("schedule.phase", id);
  world.agenda.drop("schedule.expiring", id);
}

function detach(world: World, schedule: SubscriptionSchedule): Subscription | undefined {
  const subscription =
    schedule.subscription === null ? undefined : world.store.find("subscription", schedule.subscription);
  return subscription && world.store.put("subscription", { ...subscription, schedule: null });
}

export function expiryNotice(world: World, id: string): void {
  const schedule = world.store.find("subscriptionSchedule", id);
  if (schedule?.status === "active" || schedule?.status === "not_started")
    world.emit("subscription_schedule.expiring", schedule);
}
