import { AppError } from "#shared/errors.ts";
import { DAY, nextUtcMidnight, utcDay } from "#shared/instant.ts";
import type { License } from "#shared/licenses/license.ts";
import { type SwapLimit, swapLimitMessage } from "#shared/licenses/swap.ts";

/** The security rules look back this far. */
const REMEMBERED_FOR = 7 * DAY;

export function swapsToday(license: License, now: Date): number {
  return license.swaps.day === utcDay(now) ? license.swaps.count : 0;
}

export function swapLimit(license: License, now: Date): SwapLimit {
  return {
    swap_count_today: swapsToday(license, now),
    max_daily_swaps: license.maxDailySwaps,
    next_reset_utc: nextUtcMidnight(now),
  };
}

/** @throws SWAP_LIMIT if today's swaps are used up */
export function countSwap(license: License, now: Date): License {
  const limit = swapLimit(license, now);
  if (limit.swap_count_today >= limit.max_daily_swaps)
    throw new AppError("SWAP_LIMIT", swapLimitMessage(limit), { details: limit });
  const since = now.getTime() - REMEMBERED_FOR;
  return {
    ...license,
    swaps: { day: utcDay(now), count: limit.swap_count_today + 1 },
    totalSwaps: license.totalSwaps + 1,
    recentSwaps: [...license.recentSwaps.filter((at) => Date.parse(at) > since), now.toISOString()],
  };
}

/** Clears the seat and counts a swap. Returns the same object if the seat is already empty. */
export function swapDevice(license: License, now: Date): License {
  if (license.device === null) return license;
  return { ...countSwap(license, now), device: null, vacatedBy: "swap", version: license.version + 1 };
}
