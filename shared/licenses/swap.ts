import * as z from "zod/mini";
import { Instant } from "../instant.ts";

/** `details` of SWAP_LIMIT, for the web and for computers. */
export const SwapLimit = z.object({
  swap_count_today: z.number(),
  max_daily_swaps: z.number(),
  next_reset_utc: Instant,
});
export type SwapLimit = z.output<typeof SwapLimit>;

/** Quotes the specification. */
export function swapLimitMessage({
  swap_count_today,
  max_daily_swaps,
}: Pick<SwapLimit, "swap_count_today" | "max_daily_swaps">): string {
  return `Daily device change limit reached (${swap_count_today}/${max_daily_swaps} used today). Try again after the daily reset.`;
}

export const SWAP_DONE_MESSAGE = "Device cleared. You can now activate on a new computer.";
