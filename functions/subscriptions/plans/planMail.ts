import { CATALOG, periodOf, planWord } from "#shared/catalog/catalog.ts";
import type { Mail } from "#shared/mail/mail.ts";
import { planOf, type Subscription, seatsOf } from "#shared/subscriptions/subscription.ts";
import { atTimeOf, inMoney } from "#shared/words.ts";

export function planMail(userId: string, subscription: Subscription): Mail[] {
  const { next_plan, subscription_id } = subscription;
  if (next_plan === undefined) return [];
  const { price, currency, months } = CATALOG[next_plan.plan];
  return [
    {
      id: `plan-changing:${subscription_id}:${next_plan.at}`,
      to: { userId },
      template: "planChanging",
      data: {
        plan: planWord(planOf(subscription)),
        nextPlan: planWord(next_plan.plan),
        changesOn: atTimeOf(next_plan.at),
        amount: inMoney(price * seatsOf(subscription), currency),
        interval: periodOf({ months }),
      },
    },
  ];
}
