import { expect, test } from "vitest";
import { swapsLeft } from "../../../web/src/customer/seats/swapsLeft.ts";

const RESET = "2027-03-02T00:00:00.000Z";

test.each([
  [0, 1, "1 of 1 swap left today. Resets 00:00 UTC (01:00 here)."],
  [2, 3, "1 of 3 swaps left today. Resets 00:00 UTC (01:00 here)."],
  // The operator has lowered the limit since.
  [3, 2, "0 of 2 swaps left today. Resets 00:00 UTC (01:00 here)."],
])("%i used of %i", (swap_count_today, max_daily_swaps, sentence) => {
  const seat = { swap_count_today, max_daily_swaps, next_reset_utc: RESET };
  expect(swapsLeft(seat, "en-GB", "Europe/Berlin")).toBe(sentence);
});
