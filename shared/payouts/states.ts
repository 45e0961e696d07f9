import * as z from "zod/mini";

/** The allowed transitions. The conditions of our writes, the enabled buttons and the tests read these tables. */
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
  /** We asked Stripe for a transfer and do not know the answer yet. */
  processing: ["paid", "failed", "reconciling"],
  /** Stripe did not answer. Its list of transfers says what happened. */
  reconciling: ["reconciling", "paid", "failed"],
  /**
   * No money moved: Stripe refused, or has no transfer and cannot pay the affiliate now. Next: another attempt, or the
   * rows return to the affiliate's balance.
   */
  failed: ["processing", "canceled"],
  /** Final. A later reversal goes into the ledger and does not change the state. */
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
