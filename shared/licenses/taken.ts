import { DAY, type Instant } from "../instant.ts";
import type { Seat } from "./seat.ts";

/** How long before a password reset someone else may have held the account, and how long after it we ask. */
export const LOST_WITHIN = 30 * DAY;

/** Whether the key was new, or a computer took the seat, in that time, and the key was not replaced since. */
export function isTaken(
  seat: Pick<Seat, "activated_at" | "assigned_at" | "key_replaced_at">,
  resetAt: Instant,
): boolean {
  const before = Date.parse(resetAt) - Date.parse(seat.activated_at ?? seat.assigned_at);
  return before > 0 && before < LOST_WITHIN && (seat.key_replaced_at ?? "") < resetAt;
}
