import { expect, test } from "vitest";
import { DAY, HOUR, toEpochSeconds } from "#shared/instant.ts";
import { windowOf } from "../../../functions/payments/reconciled/rules.ts";
import { goOnFrom, type Place } from "../../../functions/payments/reconciled/table.ts";

const FIRST = new Date("2026-11-22T03:00:00.000Z");
const night = (number: number) => new Date(FIRST.getTime() + number * DAY);

/** So many nights, each of which comes to its end. @param failing those that could not compare something */
function afterNights(count: number, failing: readonly number[]): Place {
  let place: Place | undefined;
  for (let number = 0; number < count; number += 1)
    place = { ...goOnFrom(place, night(number)), finished: true, failed: failing.includes(number) };
  return goOnFrom(place, night(count));
}
const looksBackTo = (place: Place) => windowOf(place, FIRST).gte;
const overlapping = (number: number) =>
  toEpochSeconds(new Date(night(number).getTime() - HOUR).toISOString());

test("a comparison looks back to the one before it", () => {
  expect(looksBackTo(afterNights(3, []))).toBe(overlapping(2));
});

test("a comparison looks back past those that could not compare something, to the last one that did", () => {
  expect(looksBackTo(afterNights(4, [2, 3]))).toBe(overlapping(1));
  expect(looksBackTo(afterNights(5, [2, 3]))).toBe(overlapping(4));
});

test("after nights that all failed it looks back as far as Stripe lists events", () => {
  expect(looksBackTo(afterNights(2, [0, 1]))).toBe(toEpochSeconds(night(2 - 30).toISOString()));
});
