import type { Seat } from "#shared/licenses/seat.ts";
import { clockSkew } from "../../ui/serverClock.ts";

type Swaps = Pick<Seat, "swap_count_today" | "max_daily_swaps" | "next_reset_utc">;

/** The swaps that are left today. If the count is from an earlier UTC day, all are left. */
export const countLeft = ({ swap_count_today, max_daily_swaps, next_reset_utc }: Swaps): number =>
  Date.parse(next_reset_utc) <= Date.now() + clockSkew()
    ? max_daily_swaps
    : Math.max(0, max_daily_swaps - swap_count_today);

export function swapsLeft(seat: Swaps): string {
  const left = countLeft(seat);
  const more = left < seat.max_daily_swaps ? " more" : "";
  const [how, when] =
    left === 0
      ? ["cannot", "again today"]
      : ["can", `${left === 1 ? "once" : left}${more} ${left === 1 ? "" : "times "}today`];
  return `You ${how} move this license ${when} (resets at midnight UTC).`;
}
