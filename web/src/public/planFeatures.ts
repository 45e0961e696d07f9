/** Of both plans, on the price cards and at checkout: they differ only in how you pay. */
export const PLAN_FEATURES = [
  "AI-powered script generation",
  "Automated voice synthesis",
  "Video compilation from articles",
  "Desktop application included",
  "24/7 customer support",
  "Priority processing",
  "Advanced analytics",
  "Custom branding options",
] as const;
