import { DAY, type Instant } from "../instant.ts";
import type { Seat } from "./seat.ts";

/**
 * We suspect computers that took a seat in this time before a reset, when someone else may have held the account. After
 * the reset, we ask the owner about them for the same time.
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
