import { describe, expect, it } from "vitest";
import { busiest, firstToGive } from "../../scripts/bench/scale/model.ts";
import type { Place } from "../../scripts/bench/scale/record.ts";

const PEOPLE = 8;
const write = (change: Partial<Place>): Place => ({
  place: "Seats",
  kind: "write",
  partition: "one",
  functionId: "licenses/refresh",
  units: 1,
  people: 1,
  parts: 1,
  ...change,
});
const hottest = (places: Place[], rate: number) =>
  busiest([{ flow: "refresh", people: PEOPLE, places }], () => rate)[0];

describe("the busiest partition", () => {
  it("gets only its share of the writes if a list has several parts", () => {
    expect(hottest([write({ people: PEOPLE, parts: 16 })], 1600)).toMatchObject({ hot: 100, all: 1600 });
  });

  it("is one that several people share; a partition of one person counts only in the table's total", () => {
    expect(hottest([write({}), write({ partition: "two" })], 500)).toMatchObject({ hot: 0, all: 1000 });
    expect(hottest([write({}), write({ partition: "list", people: PEOPLE, units: 3 })], 500)).toMatchObject({
      partition: "list",
      hot: 1500,
      all: 2000,
    });
  });

  it("gets one write per change in an index, but only one write per batch in a stream consumer's counter", () => {
    const shared = { functionId: "insights/project", people: PEOPLE, units: 4, partition: "figures" };
    expect(hottest([write({ ...shared, place: "Insights" })], 1000)?.hot).toBe(160);
    expect(hottest([write({ ...shared, place: "Directory/bySeen" })], 1000)?.hot).toBe(4000);
  });

  it("gets every update whose partition is unknown, except in indexes by person", () => {
    expect(hottest([write({ place: "Events/byQueue", partition: null })], 10)?.hot).toBe(10);
    expect(hottest([write({ place: "Seats/byUser", partition: null })], 10)?.hot).toBe(0);
  });
});

describe("the first bottleneck", () => {
  const one = { place: "Seats", kind: "write", partition: "list", hot: 0, all: 0, flow: "refresh" } as const;

  it("is the fullest partition or the fullest table, at the rate that fills it", () => {
    const traffic = { ...one, place: "Traffic", hot: 500, all: 60_000 };
    expect(firstToGive([{ ...one, hot: 800 }, traffic])).toEqual({
      what: "Traffic as a whole (write)",
      at: 2 / 3,
    });
    expect(firstToGive([{ ...one, hot: 2000 }, traffic]).what).toBe("Seats's partition `list` (write)");
    expect(firstToGive([{ ...one, kind: "read", hot: 1500, all: 1500 }]).at).toBe(2);
  });
});
