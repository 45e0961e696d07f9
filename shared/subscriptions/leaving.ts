/** Why a customer cancels. The words are Stripe's. */
export const LEAVING_REASONS = [
  "too_expensive",
  "missing_features",
  "switched_service",
  "unused",
  "other",
] as const;
export type LeavingReason = (typeof LEAVING_REASONS)[number];
