import { expect, test } from "vitest";
import { HOUR } from "#shared/instant.ts";
import { swapsLeft } from "../../../web/src/customer/seats/swapsLeft.ts";

const RESET = new Date(Date.now() + HOUR).toISOString();

test.each([
  [0, 1, "You can move this license once today (resets at midnight UTC)."],
  [1, 3, "You can move this license 2 more times today (resets at midnight UTC)."],
  // The operator lowered the limit after the swaps.
  [3, 2, "You cannot move this license again today (resets at midnight UTC)."],
])(
  "after %i of %i swaps today, a seat says how many are left",
  (swap_count_today, max_daily_swaps, sentence) => {
    const seat = { swap_count_today, max_daily_swaps, next_reset_utc: RESET };
    expect(swapsLeft(seat)).toBe(sentence);
  },
);

test("swaps from before the reset do not count", () => {
  const seat = {
    swap_count_today: 3,
    max_daily_swaps: 3,
    next_reset_utc: new Date(0).toISOString(),
  };
  expect(swapsLeft(seat)).toContain("3 times today");
});
