import { BASE_PLAN, CATALOG, isLonger, type SubscriptionPlan } from "#shared/catalog/catalog.ts";
import { AppError } from "#shared/errors.ts";
import { subscriptionGrantId } from "#shared/grants/grant.ts";
import { toEpochSeconds } from "#shared/instant.ts";
import type { PlanPreview } from "#shared/subscriptions/planChange.ts";
import { planOf, type Subscription, seatsOf } from "#shared/subscriptions/subscription.ts";
import { readPlanPrices } from "../../catalog/index.ts";
import { listGrants, ongoingSubscriptions, ownsLifetime } from "../../grants/index.ts";
import { idOf, NEXT_PLAN } from "../../payments/index.ts";
import { updateSubscription } from "../../platform/changeAtStripe.ts";
import { env } from "../../platform/env.ts";
import { releaseSchedule, schedulePrice } from "../../platform/planAtStripe.ts";
import { stripe } from "../../platform/stripe.ts";
import {
  type Changed,
  type Confirmed,
  changeNow,
  DONE,
  orChanged,
  previewed,
  previewLater,
  previewOf,
  priceChange,
  refuseGivenBack,
  stored,
} from "./preview.ts";
import { otherAmount, refusePlan } from "./rules.ts";

/** @throws NOT_FOUND, CONFLICT or ALREADY_OWNED if the plan cannot be changed */
export async function previewChange(userId: string, to: SubscriptionPlan, now: Date): Promise<PlanPreview> {
  const { subscription, price, latestInvoiceId } = await openChange(userId, to);
  if (!isLonger(to, planOf(subscription))) return previewNext(subscription, to);
  await refuseGivenBack(latestInvoiceId);
  const at = toEpochSeconds(now.toISOString());
  const { change } = await priceChange(subscription, price, at);
  return previewOf(await previewed(change), to, at);
}

/** A shorter plan starts after the paid period, at its full price. */
function previewNext(subscription: Subscription, to: SubscriptionPlan): PlanPreview {
  const { current_period_end } = subscription;
  const price = CATALOG[to].price * seatsOf(subscription);
  return previewLater({
    to,
    at: current_period_end,
    price_cents: price,
    due_cents: price,
    renews_at: null,
  });
}

export async function changeAsPreviewed(
  userId: string,
  to: SubscriptionPlan,
  confirmed: Confirmed,
  now: Date,
): Promise<Changed> {
  const opened = await openChange(userId, to);
  const { subscription, price } = opened;
  if (!isLonger(to, planOf(subscription))) {
    const { at, due_cents } = previewNext(subscription, to);
    if (at !== confirmed.at || due_cents !== confirmed.due_cents) throw otherAmount();
    await orChanged(planNext(subscription, price, to));
    return { outcome: "scheduled", ...DONE, subscription: await stored(userId, subscription, now) };
  }
  return changeNow(userId, opened, price, confirmed, now);
}

/**
 * Plans a change of plan for the next period. Then updates the subscription's metadata, whose event triggers the mail.
 * Stripe sends no event for unchanged metadata, so the metadata includes the date of the change.
 */
export async function planNext(
  { subscription_id, current_period_end }: Pick<Subscription, "subscription_id" | "current_period_end">,
  price: string,
  to: SubscriptionPlan,
): Promise<boolean> {
  const metadata = { [NEXT_PLAN]: to };
  await schedulePrice(subscription_id, price, metadata);
  return updateSubscription(subscription_id, {
    metadata: { ...metadata, nextPlanAt: String(current_period_end), nextPlanPrice: price },
  });
}

/** @throws NOT_FOUND without a subscription */
export async function keepPlanned(userId: string, now: Date): Promise<Subscription> {
  const subscription = ongoingSubscriptions(await listGrants(userId))[0];
  if (!subscription) throw new AppError("NOT_FOUND", "There is no subscription to change.");
  const { subscriptions } = await stripe();
  const schedule = idOf((await subscriptions.retrieve(subscription.subscription_id)).schedule);
  if (schedule !== null) {
    await releaseSchedule(schedule);
    await updateSubscription(subscription.subscription_id, { metadata: { [NEXT_PLAN]: "" } });
  }
  return stored(userId, subscription, now);
}

async function openChange(
  userId: string,
  to: SubscriptionPlan,
): Promise<{ subscription: Subscription; price: string; latestInvoiceId: string | null }> {
  const [grants, sold] = await Promise.all([listGrants(userId), readPlanPrices()]);
  if (ownsLifetime(grants))
    throw new AppError("ALREADY_OWNED", "You own a lifetime license. There is no plan to change.");
  const [subscription] = ongoingSubscriptions(grants);
  const price = to === BASE_PLAN ? env("PRICE_MONTHLY") : sold[to];
  refusePlan(subscription, grants, to, price !== undefined);
  const grant = grants.find(({ id }) => id === subscriptionGrantId(subscription.subscription_id));
  return {
    subscription,
    price: price ?? "",
    latestInvoiceId: grant?.latestInvoiceId ?? null,
  };
}
