import { changeSubscription } from "#shared/subscriptions/operator.ts";
import { endsAt } from "#shared/subscriptions/subscription.ts";
import { auditAround } from "../audit/index.ts";
import { http } from "../http/index.ts";
import { scheduleEnd } from "./atStripe/scheduleEnd.ts";

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
    () => scheduleEnd(userId, cancel, now),
    (after) => ({ subscription: after.subscription_id, ends_at: endsAt(after) }),
  );
  return { ends_at: endsAt(subscription) };
});
