import { DAY, HOUR, MINUTE } from "#shared/instant.ts";
import { HOLD_FOR, type Reservation } from "#shared/promotions/reservation.ts";

/** If this many units are left for each held unit, no holder blocks another buyer. */
const PLENTY = 10;
/** The wait after the second expired hold. Each further expired hold adds this time, up to the longest wait. */
const WAIT = 30 * MINUTE;
const LONGEST_WAIT = HOUR;
/** How long an unsuccessful buyer counts as wanting a unit. */
const WANTED_FOR = HOUR;

export type Wanted = { wantedAt?: string | undefined };
export type Units = { total: number | null; left: number; reserved: number };

export const isPlenty = ({ total, left, reserved }: Units): boolean =>
  total === null || left - 1 >= PLENTY * (reserved + 1);

export const isScarce = ({ wantedAt }: Wanted, now: Date): boolean =>
  wantedAt !== undefined && now.getTime() - Date.parse(wantedAt) < WANTED_FOR;

type Held = Pick<Reservation, "state" | "createdAt" | "heldUntil" | "endedAt" | "unpaid">;

const endOf = ({ heldUntil, endedAt }: Held, now: Date): number =>
  Math.min(Date.parse(endedAt ?? heldUntil), now.getTime());

/**
 * How long a person has held units without paying, up to and including `held`, in milliseconds. Counts time rather than
 * holds, so leaving early adds only the time in which the unit was blocked. A payment or a day without a hold resets
 * the count.
 */
export function unpaidOf(held: Held | undefined, now: Date): number {
  if (held === undefined || held.state === "consumed") return 0;
  const end = endOf(held, now);
  if (now.getTime() - end > DAY) return 0;
  return (held.unpaid ?? 0) + Math.min(HOLD_FOR, Math.max(0, end - Date.parse(held.createdAt)));
}

/** When this person may hold a unit again, epoch milliseconds. The first full hold causes no wait. */
export function waitsUntil(held: Held | undefined, now: Date): number {
  const lapses = Math.floor(unpaidOf(held, now) / HOLD_FOR);
  if (held === undefined || lapses < 2) return 0;
  return endOf(held, now) + Math.min(LONGEST_WAIT, (lapses - 1) * WAIT);
}
