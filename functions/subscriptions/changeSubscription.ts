import { toEpochSeconds } from "#shared/instant.ts";
import { changeSubscription } from "#shared/subscriptions/operator.ts";
import { endsAt, isOver, type Subscription } from "#shared/subscriptions/subscription.ts";
import { auditAround } from "../audit/index.ts";
import { http } from "../http/index.ts";
import { cancelFor, scheduleEnd } from "./atStripe/scheduleEnd.ts";

export const handler = http(changeSubscription)(async ({ input: { userId, cancel }, caller, now }) => {
  const subscription = await auditAround(
    {
      operator: caller.userId,
      action: "subscriptions/changeSubscription",
      subject: `user#${userId}`,
      userId,
      before: null,
      at: now.toISOString(),
    },
    cancel ? "cancel" : "continue",
    () => (cancel ? cancelFor(userId, false, now) : scheduleEnd(userId, false, now)),
    (after) => ({ subscription: after.subscription_id, ends_at: endOf(after, now) }),
  );
  return { ends_at: endOf(subscription, now) };
});

/** If the renewal is not charged yet, canceling ends the subscription now. */
const endOf = (subscription: Subscription, now: Date): number | null =>
  isOver(subscription.subscription_status) ? toEpochSeconds(now.toISOString()) : endsAt(subscription);
