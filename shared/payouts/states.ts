import * as z from "zod/mini";

/**
 * The allowed transitions. The writes' conditions, the enabled buttons and the tests read these tables.
 */
export const REQUEST_NEXT = {
  pending: ["approved", "rejected"],
  approved: [],
  rejected: [],
} as const satisfies Record<string, readonly string[]>;

export const RequestStatus = z.enum(["pending", "approved", "rejected"]);
export type RequestStatus = z.output<typeof RequestStatus>;

export const PAYOUT_NEXT = {
  pending: ["approved", "canceled"],
  approved: ["processing", "canceled"],
  /** A transfer has been asked for, and its answer is not known. */
  processing: ["paid", "failed", "reconciling"],
  /** It was asked for, and no answer came: Stripe's list of transfers says what happened. */
  reconciling: ["reconciling", "paid", "failed"],
  /**
   * No money moved: Stripe refused, or it has no transfer and the affiliate cannot be paid now. Another attempt, or the
   * rows go back to the affiliate's balance.
   */
  failed: ["processing", "canceled"],
  /** Final. Money that comes back later is written into the ledger, not into the payout's state. */
  paid: [],
  canceled: [],
} as const satisfies Record<string, readonly string[]>;

export const PayoutStatus = z.enum([
  "pending",
  "approved",
  "processing",
  "reconciling",
  "failed",
  "paid",
  "canceled",
]);
export type PayoutStatus = z.output<typeof PayoutStatus>;

export function mayBecome(from: PayoutStatus, to: PayoutStatus): boolean {
  const next: readonly string[] = PAYOUT_NEXT[from];
  return next.includes(to);
}

export function requestMayBecome(from: RequestStatus, to: RequestStatus): boolean {
  const next: readonly string[] = REQUEST_NEXT[from];
  return next.includes(to);
}
