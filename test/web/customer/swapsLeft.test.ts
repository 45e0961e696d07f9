import { expect, test } from "vitest";
import { swapsLeft } from "../../../web/src/customer/seats/swapsLeft.ts";

const RESET = "2027-03-02T00:00:00.000Z";

test.each([
  [0, 1, "You can move this license once more today (resets at midnight UTC)."],
  [1, 3, "You can move this license 2 more times today (resets at midnight UTC)."],
  // The operator has lowered the limit since.
  [3, 2, "You cannot move this license again today (resets at midnight UTC)."],
])("%i used of %i", (swap_count_today, max_daily_swaps, sentence) => {
  const seat = { swap_count_today, max_daily_swaps, next_reset_utc: RESET };
  expect(swapsLeft(seat)).toBe(sentence);
});
