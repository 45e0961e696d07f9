import type { DiscountPlan } from "#shared/discounts/discount.ts";

export const PLAN_NAMES: Record<DiscountPlan, string> = {
  monthly: "Monthly plan",
  lifetime: "Lifetime license",
  both: "Both plans",
};
