import { type ReactElement, useState } from "react";
import { CATALOG } from "#shared/catalog/catalog.ts";
import { fromEpochSeconds } from "#shared/instant.ts";
import { keepPlan } from "#shared/subscriptions/planChange.ts";
import { endsAt, planOf, type Subscription, seatsOf } from "#shared/subscriptions/subscription.ts";
import { useAction } from "../../api/useAction.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { atTime, money } from "../../ui/format.ts";
import { PlanDialog } from "./PlanDialog.tsx";

/** The other plan, where the subscription can change to it. Without the yearly plan there is none to choose. */
export function ChangePlan({
  subscription,
  isYearlySold,
}: {
  subscription: Subscription;
  isYearlySold: boolean;
}): ReactElement | null {
  const [asking, setAsking] = useState(false);
  const to = planOf(subscription) === "yearly" ? "monthly" : "yearly";
  const isOffered = to === "monthly" || isYearlySold;
  const isSettled = subscription.subscription_status === "active" && endsAt(subscription) === null;
  if (!isOffered || !isSettled || subscription.next_plan !== undefined) return null;
  return (
    <>
      <Button onClick={() => setAsking(true)}>Switch to {to}</Button>
      {asking && <PlanDialog to={to} onClose={() => setAsking(false)} />}
    </>
  );
}

/** A change that is planned, and the way to take it back; nothing otherwise. */
export function PlannedChange({ subscription }: { subscription: Subscription }): ReactElement | null {
  const { next_plan } = subscription;
  const now = planOf(subscription);
  const { run, pending } = useAction(keepPlan, { success: `Your subscription stays ${now}.` });
  if (next_plan === undefined) return null;
  const { price, interval } = CATALOG[next_plan.plan];
  return (
    <Banner tone="neutral" className="mt-5">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p>
          Changes to {next_plan.plan} on {atTime(fromEpochSeconds(next_plan.at))}. Then{" "}
          {money(price * seatsOf(subscription))} each {interval}.
        </p>
        <Button size="small" pending={pending} onClick={() => run({})}>
          Keep {now}
        </Button>
      </div>
    </Banner>
  );
}
