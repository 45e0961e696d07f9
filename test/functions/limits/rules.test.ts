import { expect, test } from "vitest";
import { CALLS_A_KEY, GUESSES_AN_ADDRESS, requireWithin } from "../../../functions/limits/rules.ts";

const NOW = new Date("2026-03-15T12:00:15.400Z");

test.each([
  [CALLS_A_KEY, 60],
  [GUESSES_AN_ADDRESS, 3],
])("the limit %o allows its maximum and refuses the next call", (limit, most) => {
  expect(() => requireWithin(limit, most, NOW)).not.toThrow();
  expect(() => requireWithin(limit, most + 1, NOW)).toThrow(
    expect.objectContaining({ code: "RATE_LIMITED" }),
  );
});

test("a refusal contains the seconds until a retry can succeed", () => {
  expect(() => requireWithin(CALLS_A_KEY, 61, NOW)).toThrow(
    expect.objectContaining({ details: { retry_after_seconds: 45 } }),
  );
  expect(() => requireWithin(GUESSES_AN_ADDRESS, 4, NOW)).toThrow(
    expect.objectContaining({ details: { retry_after_seconds: 1 } }),
  );
});
