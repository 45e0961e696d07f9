import { describe, expect, test } from "vitest";
import { daysIn, formatCountdown } from "../../../web/src/ui/countdown.ts";

const NOW = Date.parse("2026-03-01T12:00:00.000Z");

describe("the countdown", () => {
  test("shows hours, minutes and seconds with two digits", () => {
    expect(formatCountdown("2026-03-01T13:02:03.000Z", NOW)).toBe("01:02:03");
  });
  test("does not cap the hours", () => {
    expect(formatCountdown("2026-03-06T12:00:00.000Z", NOW)).toBe("120:00:00");
  });
  test("does not show a second before it is complete", () => {
    expect(formatCountdown("2026-03-01T12:00:01.999Z", NOW)).toBe("00:00:01");
  });
  test("stays at zero after the end", () => {
    expect(formatCountdown("2026-03-01T11:59:59.000Z", NOW)).toBe("00:00:00");
  });
  test("is missing if the end is not a valid time", () => {
    expect(formatCountdown("soon", NOW)).toBeNull();
  });
});

test.each([
  ["2026-03-31T11:58:42.000Z", "29 days"],
  ["2026-03-03T12:00:00.000Z", "2 days"],
  ["2026-03-03T11:59:59.000Z", ""],
  ["soon", ""],
])("the countdown until %s shows its days as %j", (endAt, days) => {
  expect(daysIn(endAt, NOW)).toBe(days);
});
