import type { Seat } from "#shared/licenses/seat.ts";
import { time } from "../../ui/format.ts";

type Swaps = Pick<Seat, "swap_count_today" | "max_daily_swaps" | "next_reset_utc">;

/** How many swaps are left today; all of them once the day of the count is over. */
export const countLeft = ({ swap_count_today, max_daily_swaps, next_reset_utc }: Swaps): number =>
  Date.parse(next_reset_utc) <= Date.now()
    ? max_daily_swaps
    : Math.max(0, max_daily_swaps - swap_count_today);

/** How often the seat may still be moved today, and when that begins anew: the rule is UTC, the reader is not. */
export function swapsLeft(seat: Swaps, locale?: string, timeZone?: string): string {
  const left = countLeft(seat);
  const here = time(seat.next_reset_utc, locale, timeZone);
  const swaps = seat.max_daily_swaps === 1 ? "swap" : "swaps";
  return `${left} of ${seat.max_daily_swaps} ${swaps} left today. Resets ${seat.next_reset_utc.slice(11, 16)} UTC (${here} here).`;
}
