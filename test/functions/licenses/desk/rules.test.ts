import { expect, test } from "vitest";
import { endOf, readKeyRow } from "../../../../functions/licenses/desk/rules.ts";

test.each([
  ["monthly", "2026-01-31T10:00:00.000Z", "2026-02-28T10:00:00.000Z"],
  ["monthly", "2026-11-20T10:00:00.000Z", "2026-12-20T10:00:00.000Z"],
  ["yearly", "2028-02-29T10:00:00.000Z", "2029-02-28T10:00:00.000Z"],
  ["lifetime", "2026-11-20T10:00:00.000Z", null],
] as const)("%s from %s ends at %s", (duration, from, end) => {
  expect(endOf(duration, new Date(from))).toBe(end);
});

test("swaps of another day are none today", () => {
  const row = { swapDay: "2026-11-20", swap_count_today: 2 };
  expect(readKeyRow(row, new Date("2026-11-20T23:59:00Z")).swap_count_today).toBe(2);
  expect(readKeyRow(row, new Date("2026-11-21T00:00:00Z")).swap_count_today).toBe(0);
});
