import { DAY, type Instant } from "../instant.ts";
import type { Seat } from "./seat.ts";

/**
 * A computer that took a seat this long before a password reset is suspect: someone else may have held the account. For
 * the same time after the reset, we ask the owner about such computers.
 */
export const LOST_WITHIN = 30 * DAY;

/** Whether the seat was new or got its computer in the month before the reset, and the key was not replaced since. */
export function isTaken(
  seat: Pick<Seat, "activated_at" | "assigned_at" | "key_replaced_at">,
  resetAt: Instant,
): boolean {
  const before = Date.parse(resetAt) - Date.parse(seat.activated_at ?? seat.assigned_at);
  return before > 0 && before < LOST_WITHIN && (seat.key_replaced_at ?? "") < resetAt;
}
