import type { Seat } from "#shared/licenses/seat.ts";

/** How often the seat may still be moved today, and when that begins anew: the rule is UTC, the reader is not. */
export function swapsLeft(
  seat: Pick<Seat, "swap_count_today" | "max_daily_swaps" | "next_reset_utc">,
  locale?: string,
  timeZone?: string,
): string {
  const left = Math.max(0, seat.max_daily_swaps - seat.swap_count_today);
  const here = new Date(seat.next_reset_utc).toLocaleTimeString(locale, {
    hour: "2-digit",
    minute: "2-digit",
    timeZone,
  });
  const swaps = seat.max_daily_swaps === 1 ? "swap" : "swaps";
  return `${left} of ${seat.max_daily_swaps} ${swaps} left today. Resets ${seat.next_reset_utc.slice(11, 16)} UTC (${here} here).`;
}
