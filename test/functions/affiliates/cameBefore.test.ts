import { expect, test } from "vitest";
import { cameBefore } from "../../../functions/affiliates/earning/rules.ts";

const BOUGHT = "2026-11-20T10:00:05.000Z";

test.each([
  ["2026-11-20T10:00:04.999Z", true],
  ["2026-11-20T10:00:05.400Z", true],
  ["2026-11-20T10:00:05.999Z", true],
  ["2026-11-20T10:00:06.000Z", false],
])("an attribution at %s came before a purchase at 10:00:05: %s", (attributedAt, brought) => {
  expect(cameBefore(attributedAt, BOUGHT)).toBe(brought);
});
