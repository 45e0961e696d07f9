import { DAY, type Instant } from "../instant.ts";
import type { Seat } from "./seat.ts";

/** So long before a password was reset someone else may have held the account, and so long after it we ask. */
export const LOST_WITHIN = 30 * DAY;

/** What a computer came to, or a key that was new, in that time; a key that was replaced since is its owner's alone. */
export function isTaken(
  seat: Pick<Seat, "activated_at" | "assigned_at" | "key_replaced_at">,
  resetAt: Instant,
): boolean {
  const before = Date.parse(resetAt) - Date.parse(seat.activated_at ?? seat.assigned_at);
  return before > 0 && before < LOST_WITHIN && (seat.key_replaced_at ?? "") < resetAt;
}
