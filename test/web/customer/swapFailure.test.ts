import { describe, expect, test } from "vitest";
import { ApiError } from "../../../web/src/api/ApiError.ts";
import { swapFailure } from "../../../web/src/customer/seats/swapFailure.ts";

describe("a refused swap", () => {
  test("at the limit shows the number of used swaps and the time of the reset", () => {
    const details = { swap_count_today: 1, max_daily_swaps: 1, next_reset_utc: "2026-03-02T00:00:00.000Z" };
    expect(swapFailure(new ApiError("SWAP_LIMIT", "No.", { status: 429, details }))).toBe(
      "Daily device change limit reached (1/1 used today). Try again after the daily reset. Next reset: 2026-03-02 00:00 UTC.",
    );
  });
  test("at the limit without numbers shows the server's message", () => {
    expect(swapFailure(new ApiError("SWAP_LIMIT", "Limit.", { status: 429 }))).toBe("Limit.");
  });
  test("for another reason shows that reason", () => {
    expect(swapFailure(new ApiError("NOT_FOUND", "Unknown key.", { status: 404 }))).toBe(
      "Swap failed: Unknown key.",
    );
  });
});
