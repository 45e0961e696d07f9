import { expect, test } from "vitest";
import {
  type Counts,
  countLines,
  MAX_PER_ADDRESS,
  MAX_TOTAL,
  NOTHING_COUNTED,
} from "../../../functions/diagnostics/rules.ts";

const NOW = new Date("2027-03-01T12:00:20.000Z");
const NEXT = new Date("2027-03-01T12:01:00.000Z");
const limited = expect.objectContaining({ code: "RATE_LIMITED", details: { retry_after_seconds: 40 } });

test("each network address has a limit of diagnostic lines per minute", () => {
  const full = countLines(NOTHING_COUNTED, "a", MAX_PER_ADDRESS, NOW);
  expect(() => countLines(full, "a", 1, NOW)).toThrow(limited);
  expect(countLines(full, "b", 1, NOW).all).toBe(MAX_PER_ADDRESS + 1);
  expect(countLines(full, "a", 1, NEXT).all).toBe(1);
});

test("all network addresses together have another limit of diagnostic lines per minute", () => {
  let counts: Counts = NOTHING_COUNTED;
  for (let told = 0; told < MAX_TOTAL; told += 10) counts = countLines(counts, `a${told}`, 10, NOW);
  expect(() => countLines(counts, "fresh", 1, NOW)).toThrow(limited);
  expect(countLines(counts, "fresh", 1, NEXT).byAddress.size).toBe(1);
});
