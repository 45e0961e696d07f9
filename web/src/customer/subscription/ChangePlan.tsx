import { type ReactElement, useState } from "react";
import {
  BASE_PLAN,
  CATALOG,
  periodOf,
  planWord,
  SUBSCRIPTION_PLANS,
  type SubscriptionPlan,
} from "#shared/catalog/catalog.ts";
import { fromEpochSeconds } from "#shared/instant.ts";
import { keepPlan } from "#shared/subscriptions/planChange.ts";
import { endsAt, planOf, type Subscription, seatsOf } from "#shared/subscriptions/subscription.ts";
import { useAction } from "../../api/useAction.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { atTime, money } from "../../ui/format.ts";
import type { Billing } from "./billing.ts";
import { PlanDialog } from "./PlanDialog.tsx";

export function ChangePlan({
  subscription,
  planPrices,
}: {
  subscription: Subscription;
  planPrices: Billing["plan_price_ids"];
}): ReactElement | null {
  const [asking, setAsking] = useState<SubscriptionPlan | null>(null);
  const now = planOf(subscription);
  const isSettled = subscription.subscription_status === "active" && endsAt(subscription) === null;
  if (!isSettled || subscription.next_plan !== undefined) return null;
  const others = SUBSCRIPTION_PLANS.filter(
    (plan) => plan !== now && (plan === BASE_PLAN || planPrices?.[plan] !== undefined),
  );
  return (
    <>
      {others.map((plan) => (
        <Button key={plan} onClick={() => setAsking(plan)}>
          Switch to {planWord(plan)}
        </Button>
      ))}
      {asking !== null && <PlanDialog from={now} to={asking} onClose={() => setAsking(null)} />}
    </>
  );
}

export function PlannedChange({ subscription }: { subscription: Subscription }): ReactElement | null {
  const { next_plan } = subscription;
  const now = planOf(subscription);
  const { run, pending } = useAction(keepPlan, { success: `Your subscription stays ${planWord(now)}.` });
  if (next_plan === undefined) return null;
  const { price, months } = CATALOG[next_plan.plan];
  return (
    <Banner tone="neutral" className="mt-5">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p>
          Your subscription changes to {planWord(next_plan.plan)} on {atTime(fromEpochSeconds(next_plan.at))}.
          Then you pay {money(price * seatsOf(subscription))} each {periodOf({ months })}.
        </p>
        <Button size="small" pending={pending} onClick={() => run({})}>
          Keep {planWord(now)}
        </Button>
      </div>
    </Banner>
  );
}
