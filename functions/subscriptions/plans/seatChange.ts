import { AppError } from "#shared/errors.ts";
import { subscriptionGrantId } from "#shared/grants/grant.ts";
import { toEpochSeconds } from "#shared/instant.ts";
import type { PlanPreview } from "#shared/subscriptions/planChange.ts";
import { planOf, priceOf, type Subscription, seatsOf } from "#shared/subscriptions/subscription.ts";
import { readPlans } from "../../catalog/index.ts";
import { listGrants, ongoingSubscriptions, ownsLifetime } from "../../grants/index.ts";
import { updateSubscription } from "../../platform/changeAtStripe.ts";
import { readTeam } from "../team/table.ts";
import {
  type Changed,
  type Confirmed,
  changeNow,
  DONE,
  makeRoom,
  orChanged,
  previewed,
  previewLater,
  previewOf,
  priceChange,
  refuseGivenBack,
  stored,
} from "./preview.ts";
import { otherAmount, refuseSeats } from "./rules.ts";

/**
 * Adding seats starts a new period now and credits the unused days. So one payment covers all seats, and a refund or a
 * dispute concerns exactly this payment (docs/decisions/how-are-plans-changed-and-seats-added.md).
 * @throws NOT_FOUND, CONFLICT or ALREADY_OWNED if the seats cannot be changed
 */
export async function previewSeats(userId: string, seats: number, now: Date): Promise<PlanPreview> {
  const { subscription, latestInvoiceId } = await openChange(userId, seats);
  if (seats < seatsOf(subscription)) return previewFewer(subscription, seats, now);
  await refuseGivenBack(latestInvoiceId);
  const at = toEpochSeconds(now.toISOString());
  const { change } = await priceChange(subscription, subscription.price_id, at, seats);
  return previewOf(await previewed(change), planOf(subscription), at);
}

export async function changeSeatsAsPreviewed(
  userId: string,
  seats: number,
  confirmed: Confirmed,
  now: Date,
): Promise<Changed> {
  const opened = await openChange(userId, seats);
  const { subscription } = opened;
  if (seats < seatsOf(subscription)) {
    if (confirmed.due_cents !== 0) throw otherAmount();
    await orChanged(fewer(subscription, seats));
    return { outcome: "changed", ...DONE, subscription: await stored(userId, subscription, now) };
  }
  return changeNow(userId, opened, subscription.price_id, confirmed, now, seats);
}

/** Removing a seat takes effect now without a charge or credit. The next period costs less. */
function previewFewer(subscription: Subscription, seats: number, now: Date): PlanPreview {
  return previewLater({
    to: planOf(subscription),
    at: toEpochSeconds(now.toISOString()),
    price_cents: priceOf({ ...subscription, quantity: seats }),
    due_cents: 0,
    renews_at: subscription.current_period_end,
  });
}

async function fewer(subscription: Subscription, quantity: number): Promise<boolean> {
  const { now, change } = await priceChange(subscription, subscription.price_id, 0);
  await makeRoom(now);
  const items = [{ id: change.item, quantity }];
  return updateSubscription(subscription.subscription_id, { items, proration_behavior: "none" });
}

async function openChange(
  userId: string,
  seats: number,
): Promise<{ subscription: Subscription; latestInvoiceId: string | null }> {
  const [grants, { teams }, team] = await Promise.all([listGrants(userId), readPlans(), readTeam(userId)]);
  if (ownsLifetime(grants))
    throw new AppError(
      "ALREADY_OWNED",
      "You own a lifetime license. Your subscription ends when its current period is over.",
    );
  const [subscription] = ongoingSubscriptions(grants);
  const grant = grants.find(({ id }) => id === subscriptionGrantId(subscription?.subscription_id ?? ""));
  if (!subscription || !grant) throw new AppError("NOT_FOUND", "There is no subscription to change.");
  refuseSeats(subscription, grant, seats, team.members.length, teams);
  return { subscription, latestInvoiceId: grant.latestInvoiceId };
}
