import { expect, test } from "vitest";
import { endsAt, renews } from "#shared/billing/subscription.ts";

const ending = (cancel_at_period_end: boolean, cancel_at: number | null) => ({
  cancel_at_period_end,
  cancel_at,
  current_period_end: 1000,
});

test.each([
  ["nothing is set", ending(false, null), null, true],
  ["the flag alone, as in rows of before", ending(true, null), 1000, false],
  ["the flag with its instant", ending(true, 1000), 1000, false],
  ["the portal's instant alone", ending(false, 1000), 1000, false],
  ["an instant beyond the period: one more payment comes", ending(false, 1500), 1500, true],
  ["an instant within the period", ending(false, 900), 900, false],
] as const)("%s", (_case, subscription, end, isRenewed) => {
  expect(endsAt(subscription)).toBe(end);
  expect(renews(subscription)).toBe(isRenewed);
});
