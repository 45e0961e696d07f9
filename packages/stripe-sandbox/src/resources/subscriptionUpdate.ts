import { applyCoupon } from "../billing/discounts.ts";
import { periodEnd } from "../billing/periods.ts";
import { changePlan } from "../billing/planChange.ts";
import { planOf } from "../billing/plans.ts";
import { billPeriod, finalizeAndCollect, pausesAtTrialEnd } from "../billing/standing.ts";
import {
  cutItems,
  intervalOf,
  isOver,
  lastPeriodEndOf,
  makeItem,
  periodEndOf,
  planTime,
  withItems,
} from "../billing/subscriptions.ts";
import { mergeMetadata } from "../core/change.ts";
import { differences } from "../core/differences.ts";
import { invalidRequest } from "../core/errors.ts";
import { need } from "../core/need.ts";
import type { Subscription, SubscriptionItem } from "../core/wire.ts";
import type { World } from "../core/world.ts";
import {
  clearable,
  flag,
  integer,
  integerFrom,
  list,
  metadata,
  oneOf,
  type Parsed,
  required,
  shape,
  text,
} from "../http/params.ts";
import { chosenDiscount } from "./discountChoice.ts";
import { anchorField, planChangeOf, prorationField } from "./planChange.ts";

export const updateFields = {
  billing_cycle_anchor: anchorField,
  cancel_at: clearable(cancelAtField),
  cancel_at_period_end: flag,
  cancellation_details: shape({ comment: clearable(text), feedback: clearable(text) }),
  default_payment_method: text,
  description: clearable(text),
  discounts: clearable(list(shape({ coupon: text, promotion_code: text }))),
  items: list(shape({ id: text, price: text, quantity: integerFrom(0), deleted: flag, metadata })),
  metadata,
  off_session: flag,
  pause_collection: clearable(
    shape({ behavior: required(oneOf("keep_as_draft", "mark_uncollectible", "void")), resumes_at: integer }),
  ),
  payment_behavior: oneOf(
    "allow_incomplete",
    "default_incomplete",
    "error_if_incomplete",
    "pending_if_incomplete",
  ),
  payment_settings: shape({ save_default_payment_method: oneOf("off", "on_subscription") }),
  proration_behavior: prorationField,
  proration_date: integer,
  trial_end: trialEndField,
};

function cancelAtField(
  raw: Parameters<typeof text>[0],
  path: string,
): number | "max_period_end" | "min_period_end" | undefined {
  return raw === "max_period_end" || raw === "min_period_end" ? raw : integer(raw, path);
}

function trialEndField(raw: Parameters<typeof text>[0], path: string): number | "now" | undefined {
  return raw === "now" ? "now" : integer(raw, path);
}

/**
 * Applies the changes and emits one `customer.subscription.updated` for all of them. Leaves immediate changes of the
 * plan to `changePlan`.
 */
export function updateSubscription(
  world: World,
  before: Subscription,
  sent: Parsed<typeof updateFields>,
): Subscription {
  if (isOver(before)) {
    throw invalidRequest("A canceled subscription can only update its cancellation_details and metadata.");
  }
  const plan = planChangeOf(world, before, sent);
  if (plan) return changePlan(world, before, plan, sent.payment_behavior ?? "allow_incomplete");
  if (sent.default_payment_method !== undefined)
    need(world, "paymentMethod", sent.default_payment_method, "default_payment_method");
  const discount = sent.discounts
    ? chosenDiscount(world, sent.discounts, {
        customer: before.customer,
        products: before.items.data.map(({ price }) => price.product),
        subtotal: before.items.data.reduce(
          (sum, { price, quantity }) => sum + (price.unit_amount ?? 0) * (quantity ?? 1),
          0,
        ),
      })
    : undefined;
  const ending = cancelChanges(world, before, sent);
  const changed = sent.items ? changeItems(world, before, sent.items) : before.items.data;
  const items = "cancel_at" in ending ? cutItems(world, { ...before, ...ending }, changed) : changed;
  const after: Subscription = {
    ...before,
    ...ending,
    ...(sent.pause_collection !== undefined && {
      pause_collection:
        sent.pause_collection === null
          ? null
          : {
              behavior: sent.pause_collection.behavior,
              resumes_at: sent.pause_collection.resumes_at ?? null,
            },
    }),
    ...(sent.default_payment_method !== undefined && { default_payment_method: sent.default_payment_method }),
    ...(sent.description !== undefined && { description: sent.description }),
    ...(sent.discounts !== undefined && {
      discounts: discount
        ? [
            applyCoupon(world, discount.coupon, {
              customer: before.customer,
              subscription: before.id,
              promotionCode: discount.promotionCode,
            }).id,
          ]
        : [],
    }),
    items: withItems(before, items),
    metadata: mergeMetadata(before.metadata, sent.metadata),
  };
  const trialed = sent.trial_end === undefined ? after : moveTrial(world, after, sent.trial_end);
  world.store.put("subscription", trialed);
  planTime(world, trialed);
  const previous = differences(before, trialed);
  if (Object.keys(previous).length > 0) world.emit("customer.subscription.updated", trialed, previous);
  if (trialed.status === "paused" && before.status !== "paused")
    world.emit("customer.subscription.paused", trialed);
  else if (sent.trial_end === "now" && before.status === "trialing") billNow(world, trialed);
  return world.store.find("subscription", before.id) ?? trialed;
}

function cancelChanges(
  world: World,
  before: Subscription,
  sent: Parsed<typeof updateFields>,
): Partial<Subscription> {
  const details = {
    ...(before.cancellation_details ?? {
      comment: null,
      feedback: null,
      feedback_option: null,
      reason: null,
    }),
    ...sent.cancellation_details,
  };
  const now = world.clock.now();
  const changesEnd = sent.cancel_at_period_end !== undefined || sent.cancel_at !== undefined;
  if (changesEnd && before.schedule !== null)
    throw invalidRequest(
      `The subscription is managed by the subscription schedule \`${before.schedule}\`, and updating any cancelation behavior directly is not allowed. Please update the schedule instead.`,
    );
  if (sent.cancel_at_period_end !== undefined && sent.cancel_at !== undefined) {
    throw invalidRequest("You may only specify one of these parameters: cancel_at, cancel_at_period_end.", {
      param: "cancel_at",
    });
  }
  if (sent.cancel_at_period_end === true) {
    const reason = { ...details, reason: "cancellation_requested" as const };
    return {
      cancel_at_period_end: true,
      cancel_at: periodEndOf(before),
      canceled_at: before.canceled_at ?? now,
      cancellation_details: reason,
    };
  }
  if (sent.cancel_at !== undefined && sent.cancel_at !== null) {
    const at = instantOf(before, sent.cancel_at);
    if (at <= now) throw invalidRequest("cancel_at must be in the future.", { param: "cancel_at" });
    const reason = { ...details, reason: "cancellation_requested" as const };
    return {
      cancel_at: at,
      cancel_at_period_end: false,
      canceled_at: now,
      cancellation_details: reason,
    };
  }
  // Each parameter clears only its own value: `cancel_at_period_end: false` keeps a separate `cancel_at`.
  const takesBack =
    (sent.cancel_at_period_end === false && before.cancel_at_period_end) ||
    (sent.cancel_at === null && !before.cancel_at_period_end);
  if (takesBack) {
    return {
      cancel_at_period_end: false,
      cancel_at: null,
      canceled_at: null,
      cancellation_details: { ...details, reason: null },
    };
  }
  return sent.cancellation_details ? { cancellation_details: details } : {};
}

function instantOf(before: Subscription, at: number | "max_period_end" | "min_period_end"): number {
  if (at === "max_period_end") return lastPeriodEndOf(before);
  return at === "min_period_end" ? periodEndOf(before) : at;
}

type ItemChange = NonNullable<Parsed<typeof updateFields>["items"]>[number];

/** Changes the items. The next invoice is the first with a new price. */
function changeItems(world: World, before: Subscription, changes: ItemChange[]): SubscriptionItem[] {
  let items = before.items.data;
  changes.forEach((sent, place) => {
    const price =
      sent.price === undefined ? undefined : need(world, "price", sent.price, `items[${place}][price]`);
    if (price && !price.recurring) {
      throw invalidRequest(
        "The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.",
        { param: `items[${place}][price]` },
      );
    }
    const old = sent.id === undefined ? undefined : items.find((item) => item.id === sent.id);
    if (sent.id !== undefined && !old) need(world, "subscriptionItem", "", `items[${place}][id]`);
    if (old && sent.deleted) {
      items = items.filter((item) => item !== old);
      return;
    }
    const first = before.items.data[0];
    if (!old) {
      if (!price || !first)
        throw invalidRequest(`Missing required param: items[${place}][price].`, {
          code: "parameter_missing",
          param: `items[${place}][price]`,
        });
      const added = makeItem(
        world,
        before.id,
        price,
        sent.quantity ?? 1,
        first.current_period_start,
        first.current_period_end,
        mergeMetadata({}, sent.metadata),
      );
      items = [...items, added];
      return;
    }
    const changed = world.store.put("subscriptionItem", {
      ...old,
      ...(price && { price, plan: planOf(price) }),
      ...(sent.quantity !== undefined && { quantity: sent.quantity }),
      metadata: mergeMetadata(old.metadata, sent.metadata),
    });
    items = items.map((item) => (item === old ? changed : item));
  });
  if (items.length === 0)
    throw invalidRequest("A subscription must have at least one active plan.", { param: "items" });
  return items;
}

function moveTrial(world: World, subscription: Subscription, end: number | "now"): Subscription {
  const now = world.clock.now();
  if (end === "now") {
    if (subscription.status !== "trialing") return subscription;
    if (pausesAtTrialEnd(world, subscription)) return { ...subscription, status: "paused", trial_end: now };
    const items = fromNow(world, subscription, now);
    return {
      ...subscription,
      status: "active",
      trial_end: now,
      billing_cycle_anchor: now,
      items: withItems(subscription, items),
    };
  }
  if (end <= now)
    throw invalidRequest("Invalid timestamp: must be an integer Unix timestamp in the future.", {
      param: "trial_end",
    });
  const items = subscription.items.data.map((item) =>
    world.store.put("subscriptionItem", { ...item, current_period_end: end }),
  );
  return {
    ...subscription,
    status: "trialing",
    trial_start: subscription.trial_start ?? now,
    trial_end: end,
    billing_cycle_anchor: end,
    items: withItems(subscription, items),
  };
}

function fromNow(world: World, subscription: Subscription, now: number): SubscriptionItem[] {
  return subscription.items.data.map((item) =>
    world.store.put("subscriptionItem", {
      ...item,
      current_period_start: now,
      current_period_end: periodEnd(now, now, intervalOf(item.price)),
    }),
  );
}

function billNow(world: World, subscription: Subscription): void {
  const now = world.clock.now();
  const billed = billPeriod(world, subscription, "subscription_update", { start: now, end: now }, false);
  if (billed) finalizeAndCollect(world, billed.invoice);
}
