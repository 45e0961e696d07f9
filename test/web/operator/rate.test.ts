import { expect, test } from "vitest";
import { basisPointsOf } from "../../../web/src/operator/affiliates/rate.ts";

test.each([
  ["20", 2000],
  ["12.34", 1234],
  ["12,5", 1250],
  ["0", 0],
  ["100", 10_000],
  ["12.345", null],
  ["100.01", null],
  ["-1", null],
  ["", null],
  ["1e1", null],
])("the typed rate %j is read as %j basis points", (typed, basisPoints) => {
  expect(basisPointsOf(typed)).toBe(basisPoints);
});
