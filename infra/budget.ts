import { CfnBudget } from "aws-cdk-lib/aws-budgets";
import type { Scope } from "./scope.ts";

/**
 * What the account may cost a month. It counts the whole account: counting this stage alone takes a tag, which
 * must be activated for billing first.
 */
export function createBudget({ stack, names, settings }: Scope, topic: string): void {
  const tell = (notificationType: "ACTUAL" | "FORECASTED", threshold: number) => ({
    notification: {
      notificationType,
      comparisonOperator: "GREATER_THAN",
      thresholdType: "PERCENTAGE",
      threshold,
    },
    subscribers: [{ subscriptionType: "SNS", address: topic }],
  });
  new CfnBudget(stack, "Budget", {
    budget: {
      budgetName: names.prefix,
      budgetType: "COST",
      timeUnit: "MONTHLY",
      budgetLimit: { amount: settings.monthlyBudget, unit: "USD" },
    },
    notificationsWithSubscribers: [tell("ACTUAL", 80), tell("ACTUAL", 100), tell("FORECASTED", 100)],
  });
}
