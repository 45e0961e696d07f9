import type { DiscountPlan } from "#shared/discounts/discount.ts";

export const PLAN_NAMES: Record<DiscountPlan, string> = {
  monthly: "Monthly plan",
  yearly: "Yearly plan",
  lifetime: "Lifetime license",
  both: "Every plan",
};
