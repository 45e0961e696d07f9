import { periodEnd } from "../billing/periods.ts";
import type { PlanChange } from "../billing/planChange.ts";
import { planOf } from "../billing/plans.ts";
import { intervalOf } from "../billing/subscriptions.ts";
import { invalidRequest } from "../core/errors.ts";
import { need } from "../core/need.ts";
import type { Subscription, SubscriptionItem } from "../core/wire.ts";
import type { World } from "../core/world.ts";
import { oneOf, required, shape } from "../http/params.ts";

export const anchorField = shape({ type: required(oneOf("now", "unchanged")) });
export const prorationField = oneOf("none", "create_prorations", "always_invoice");

type Sent = {
  billing_cycle_anchor?: { type: "now" | "unchanged" };
  proration_behavior?: "none" | "create_prorations" | "always_invoice";
  proration_date?: number;
  items?: { id?: string; price?: string; quantity?: number; deleted?: boolean }[];
};

/**
 * The request's immediate change, which begins a new period or prorates the current period.
 * @returns undefined if the change takes effect in the next period
 */
export function planChangeOf(world: World, before: Subscription, sent: Sent): PlanChange | undefined {
  const resets = sent.billing_cycle_anchor?.type === "now";
  if (!resets && (!sent.items || sent.proration_behavior !== "always_invoice")) return undefined;
  const now = world.clock.now();
  const at = sent.proration_date ?? now;
  const [first] = before.items.data;
  if (first && (at < first.current_period_start || at > first.current_period_end))
    throw invalidRequest("The proration date must be within the current period of the subscription.", {
      param: "proration_date",
    });
  const changes = sent.items ?? [];
  const items = before.items.data.map((old) => changed(world, old, changes, resets, now));
  for (const [place, { id }] of changes.entries())
    if (!items.some((item) => item.id === id))
      throw invalidRequest("The sandbox prorates only changes of existing items.", {
        param: `items[${place}][id]`,
      });
  return { items, anchor: resets ? now : null, prorates: sent.proration_behavior !== "none", at };
}

function changed(
  world: World,
  old: SubscriptionItem,
  changes: NonNullable<Sent["items"]>,
  resets: boolean,
  now: number,
): SubscriptionItem {
  const place = changes.findIndex(({ id }) => id === old.id);
  const sent = changes[place];
  const price =
    sent?.price === undefined ? old.price : need(world, "price", sent.price, `items[${place}][price]`);
  if (!price.recurring)
    throw invalidRequest(
      "The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.",
      { param: `items[${place}][price]` },
    );
  const hasOtherInterval = price.recurring.interval !== old.price.recurring?.interval;
  if (sent?.deleted || (hasOtherInterval && !resets))
    throw invalidRequest(
      "The sandbox does not prorate this change. Another interval needs billing_cycle_anchor[type]=now.",
      {
        param: `items[${place}]`,
      },
    );
  const period = resets
    ? { current_period_start: now, current_period_end: periodEnd(now, now, intervalOf(price)) }
    : {};
  return { ...old, price, plan: planOf(price), quantity: sent?.quantity ?? old.quantity ?? 1, ...period };
}
