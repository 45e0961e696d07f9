import { describe, expect, test } from "vitest";
import { DAY } from "#shared/instant.ts";
import type { License } from "#shared/licenses/license.ts";
import { activateDevice, swapDevice, swapsToday } from "../../../functions/licenses/devices/rules.ts";
import { computer, LICENSE, later, NOW } from "./license.ts";

const taken = (license: License = LICENSE, at = NOW) => activateDevice(license, computer("desk"), at);

describe("a swap", () => {
  test("removes the computer from the seat and counts once", () => {
    expect(swapDevice(taken(), NOW)).toMatchObject({
      device: null,
      vacatedBy: "swap",
      swaps: { day: "2026-03-15", count: 1 },
      totalSwaps: 1,
      recentSwaps: [NOW.toISOString()],
    });
  });

  test("of an empty seat changes nothing", () => {
    expect(swapDevice(LICENSE, NOW)).toBe(LICENSE);
  });

  test("beyond the day's limit is refused with the counts and the next reset", () => {
    const used = taken(swapDevice(taken(), NOW));
    expect(() => swapDevice(used, NOW)).toThrow(
      expect.objectContaining({
        code: "SWAP_LIMIT",
        message: "Daily device change limit reached (1/1 used today). Try again after the daily reset.",
        details: { swap_count_today: 1, max_daily_swaps: 1, next_reset_utc: "2026-03-16T00:00:00.000Z" },
      }),
    );
  });

  test("counts for its own UTC day", () => {
    const last = new Date("2026-03-15T23:59:59.999Z");
    const first = new Date("2026-03-16T00:00:00.000Z");
    const evening = swapDevice(taken(), last);
    expect(swapsToday(evening, last)).toBe(1);
    expect(swapsToday(evening, first)).toBe(0);
    expect(swapDevice(taken(evening, first), first)).toMatchObject({
      swaps: { day: "2026-03-16", count: 1 },
      totalSwaps: 2,
    });
  });

  test("is remembered for seven days", () => {
    const old = swapDevice(taken(), NOW);
    const next = swapDevice(taken(old, later(7 * DAY)), later(7 * DAY));
    expect(next.recentSwaps).toEqual([later(7 * DAY).toISOString()]);
  });
});
