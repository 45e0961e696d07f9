import { DAY, HOUR, MINUTE } from "#shared/instant.ts";
import { HOLD_FOR, type Reservation } from "#shared/promotions/reservation.ts";

/** So many times as many units are left as are held: nobody who holds one keeps others from buying. */
const PLENTY = 10;
/** What the second time that ran out costs; each one after it costs as much more, up to the longest. */
const WAIT = 30 * MINUTE;
const LONGEST_WAIT = HOUR;
/** So long a buyer who found no unit counts as wanting one. */
const WANTED_FOR = HOUR;

/** When a buyer last came in vain. */
export type Wanted = { wantedAt?: string | undefined };
export type Units = { total: number | null; left: number; reserved: number };

/** Whether there is plenty, also once the unit that is asked for is held. */
export const isPlenty = ({ total, left, reserved }: Units): boolean =>
  total === null || left - 1 >= PLENTY * (reserved + 1);

/** Whether fewer units are left than people want. */
export const isScarce = ({ wantedAt }: Wanted, now: Date): boolean =>
  wantedAt !== undefined && now.getTime() - Date.parse(wantedAt) < WANTED_FOR;

type Held = Pick<Reservation, "state" | "createdAt" | "heldUntil" | "endedAt" | "unpaid">;

/** When a hold ended, or ends at the latest. */
const endOf = ({ heldUntil, endedAt }: Held, now: Date): number =>
  Math.min(Date.parse(endedAt ?? heldUntil), now.getTime());

/**
 * For how long a person has held units and paid none, this one included. Counting time, and not holds, makes Back cost
 * what it took from others and no more. A payment or a day ends the count.
 */
export function unpaidOf(held: Held | undefined, now: Date): number {
  if (held === undefined || held.state === "consumed") return 0;
  const end = endOf(held, now);
  if (now.getTime() - end > DAY) return 0;
  return (held.unpaid ?? 0) + Math.min(HOLD_FOR, Math.max(0, end - Date.parse(held.createdAt)));
}

/** Until when this person waits before another hold, epoch milliseconds. The first whole hold costs nothing. */
export function waitsUntil(held: Held | undefined, now: Date): number {
  const lapses = Math.floor(unpaidOf(held, now) / HOLD_FOR);
  if (held === undefined || lapses < 2) return 0;
  return endOf(held, now) + Math.min(LONGEST_WAIT, (lapses - 1) * WAIT);
}
