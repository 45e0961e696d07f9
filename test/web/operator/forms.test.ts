import { describe, expect, test } from "vitest";
import { changesOf } from "../../../web/src/operator/audit/Changes.tsx";
import { centsOf } from "../../../web/src/operator/customer/refundAmount.ts";
import { swapTone } from "../../../web/src/operator/keys/SwapMeter.tsx";
import {
  changedSince,
  draftOf,
  localInput,
  offerOf,
  rebased,
} from "../../../web/src/operator/promotions/draft.ts";

const OFFER = {
  lifetime_enabled: true,
  hero_text: "Now",
  subtitle: "",
  end_at: null,
  quantity_remaining: null,
  version: 4,
};

describe("the offer's form", () => {
  test("sends every loaded value unchanged, and null for an empty field", () => {
    const { version: _, ...offer } = OFFER;
    expect(offerOf(draftOf(OFFER), OFFER)).toEqual({ offer });
    const ending = { ...offer, end_at: "2026-12-24T18:30:00.000Z", quantity_remaining: 0 };
    expect(offerOf(draftOf({ ...ending, version: 1 }), OFFER)).toEqual({ offer: ending });
  });

  test("keeps the seconds of an unchanged end", () => {
    const base = { ...OFFER, end_at: "2026-12-24T18:30:45.000Z" };
    expect(offerOf({ ...draftOf(base), hero_text: "Soon" }, base)).toMatchObject({
      offer: { hero_text: "Soon", end_at: base.end_at },
    });
  });

  test.each(["-1", "1.5", "ten", "12345678"])("refuses a quantity of %s", (quantity) => {
    expect(offerOf({ ...draftOf(OFFER), quantity_remaining: quantity }, OFFER)).toHaveProperty(
      "field",
      "quantity_remaining",
    );
  });

  test("shows times in the operator's zone", () => {
    const instant = "2026-12-24T18:30:00.000Z";
    expect(new Date(localInput(instant)).toISOString()).toBe(instant);
  });

  test("names the fields of a conflict", () => {
    expect(changedSince(OFFER, { ...OFFER, quantity_remaining: 3, hero_text: "Soon", version: 5 })).toEqual([
      "the hero text",
      "the quantity",
    ]);
    expect(changedSince(OFFER, { ...OFFER, version: 5 })).toEqual([]);
  });

  test("applies its changes on top of another operator's save, and keeps all other fields of that save", () => {
    const base = { ...OFFER, quantity_remaining: 9, end_at: "2026-12-24T18:30:45.000Z" };
    const newest = {
      ...base,
      lifetime_enabled: false,
      hero_text: "Theirs",
      subtitle: "Another operator's",
      end_at: "2026-12-31T18:30:15.000Z",
      quantity_remaining: 7,
      waiting_list: true,
      version: 5,
    };
    const { version: _, ...theirs } = newest;
    const keep = (changed: object) =>
      offerOf(rebased({ ...draftOf(base), ...changed }, base, newest), newest);
    expect(keep({ hero_text: "Mine" })).toEqual({ offer: { ...theirs, hero_text: "Mine" } });
    expect(keep({ quantity_remaining: "20" })).toEqual({ offer: { ...theirs, quantity_remaining: 20 } });
  });
});

test.each([
  [0, 5, "good"],
  [3, 5, "good"],
  [4, 5, "warn"],
  [5, 5, "bad"],
  [6, 5, "bad"],
  [0, 1, "good"],
  [1, 1, "bad"],
  [8, 10, "warn"],
  [7, 10, "good"],
])("%i of %i swaps have the tone %s", (today, most, tone) => {
  expect(swapTone(today, most)).toBe(tone);
});

test.each([
  ["12.50", 1250],
  ["12", 1200],
  ["0.5", 50],
  ["12,50", 1250],
  ["", null],
  ["-1", null],
  ["1e3", null],
  ["12.505", null],
])("the typed amount %j is read as %j cents", (typed, cents) => {
  expect(centsOf(typed)).toBe(cents);
});

test("the list of changes has only values that differ", () => {
  expect(changesOf({ a: 1, b: 2 }, { a: 1, b: 3, c: "x" })).toEqual([
    { name: "b", before: "2", after: "3" },
    { name: "c", before: "—", after: "x" },
  ]);
  expect(changesOf({ a: { x: 1, y: [2] } }, { a: { y: [2], x: 1 } })).toEqual([]);
  expect(changesOf({ a: [1, 2] }, { a: [2, 1] })).toEqual([{ name: "a", before: "[1,2]", after: "[2,1]" }]);
  expect(changesOf(null, { a: true })).toEqual([{ name: "a", before: "—", after: "true" }]);
  expect(changesOf("green", "red")).toEqual([{ name: "", before: "green", after: "red" }]);
});
