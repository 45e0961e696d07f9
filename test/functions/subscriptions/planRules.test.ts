import { expect, test } from "vitest";
import { type Grant, subscriptionGrantId } from "#shared/grants/grant.ts";
import type { Subscription } from "#shared/subscriptions/subscription.ts";
import { refusePlan, refuseSeats } from "../../../functions/subscriptions/plans/rules.ts";

const subscription = {
  subscription_id: "sub_1",
  subscription_status: "active",
  cancel_at_period_end: true,
  current_period_end: 1_800_000_000,
} as Subscription;
const grant = {
  id: subscriptionGrantId("sub_1"),
  entitlement: { active: true, suspensions: [] },
  troubles: [{ dispute: "lost" }],
} as unknown as Grant;

test("a change of plan or seats after a lost dispute is refused without the advice to keep the subscription", () => {
  const why = "Your subscription ends because a dispute was lost, so it cannot change.";
  expect(() => refusePlan(subscription, [grant], "yearly", true)).toThrow(why);
  expect(() => refuseSeats(subscription, grant, 3, 0, true)).toThrow(why);
});
