import { expect, test } from "vitest";
import { DAY, HOUR, toEpochSeconds } from "#shared/instant.ts";
import { windowOf } from "../../../functions/payments/reconciled/rules.ts";
import { type Place, resumeFrom } from "../../../functions/payments/reconciled/table.ts";

const FIRST = new Date("2026-11-22T03:00:00.000Z");
const night = (number: number) => new Date(FIRST.getTime() + number * DAY);

/** Completes `count` nights. @param failing the nights in which a comparison failed */
function afterNights(count: number, failing: readonly number[]): Place {
  let place: Place | undefined;
  for (let number = 0; number < count; number += 1)
    place = { ...resumeFrom(place, night(number)), finished: true, failed: failing.includes(number) };
  return resumeFrom(place, night(count));
}
const looksBackTo = (place: Place) => windowOf(place, FIRST).gte;
const overlapping = (number: number) =>
  toEpochSeconds(new Date(night(number).getTime() - HOUR).toISOString());

test("a comparison looks back to the previous comparison", () => {
  expect(looksBackTo(afterNights(3, []))).toBe(overlapping(2));
});

test("a comparison looks back to the last comparison without a failure", () => {
  expect(looksBackTo(afterNights(4, [2, 3]))).toBe(overlapping(1));
  expect(looksBackTo(afterNights(5, [2, 3]))).toBe(overlapping(4));
});

test("a comparison after only failed nights looks back as far as Stripe lists events", () => {
  expect(looksBackTo(afterNights(2, [0, 1]))).toBe(toEpochSeconds(night(2 - 30).toISOString()));
});
