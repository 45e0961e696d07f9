import { CfnBudget } from "aws-cdk-lib/aws-budgets";
import type { Scope } from "./scope.ts";

const percent = (topic: string, notificationType: "ACTUAL" | "FORECASTED", threshold: number) => ({
  notification: {
    notificationType,
    comparisonOperator: "GREATER_THAN",
    thresholdType: "PERCENTAGE",
    threshold,
  },
  subscribers: [{ subscriptionType: "SNS", address: topic }],
});

/**
 * The daily budget, a tenth of the monthly one, warns of an attack before the attack uses up the month's budget. Both
 * budgets cover the whole account, because a budget for one stage needs a tag that is activated for billing.
 */
export function createBudget({ stack, names, settings }: Scope, topic: string): void {
  const budgetLimit = { amount: settings.monthlyBudget, unit: "USD" };
  const budget = { budgetName: names.prefix, budgetType: "COST", timeUnit: "MONTHLY", budgetLimit };
  const tell = percent.bind(undefined, topic);
  new CfnBudget(stack, "Budget", {
    budget,
    notificationsWithSubscribers: [tell("ACTUAL", 80), tell("ACTUAL", 100), tell("FORECASTED", 100)],
  });
  const aDay = { ...budgetLimit, amount: settings.monthlyBudget / 10 };
  new CfnBudget(stack, "DailyBudget", {
    budget: { ...budget, budgetName: `${names.prefix}-daily`, timeUnit: "DAILY", budgetLimit: aDay },
    notificationsWithSubscribers: [tell("ACTUAL", 100)],
  });
}
