import { expect, test } from "vitest";
import { availableFrom } from "#shared/affiliates/release.ts";

test.each([
  ["2027-01-22T00:00:00.000Z", "2027-01-22T04:00:00.000Z"],
  ["2027-01-22T03:59:59.999Z", "2027-01-22T04:00:00.000Z"],
  ["2027-01-22T04:00:00.000Z", "2027-01-22T04:00:00.000Z"],
  ["2027-01-22T04:00:00.001Z", "2027-01-23T04:00:00.000Z"],
  ["2027-01-31T23:59:59.999Z", "2027-02-01T04:00:00.000Z"],
])("a commission with a hold until %s is released by the run of %s", (matureAt, at) => {
  expect(availableFrom(matureAt)).toBe(at);
});
