import { describe, expect, test } from "vitest";
import { DAY } from "#shared/instant.ts";
import { HISTORY_DAYS, type ServiceState, worstOf } from "#shared/status/service.ts";
import { feedOf } from "../../../functions/status/feedOf.ts";
import {
  ALL_GREEN,
  type Change,
  changesOf,
  daysOf,
  historyDays,
  isStale,
} from "../../../functions/status/rules.ts";

const NOW = new Date("2026-11-20T12:00:00.000Z");
const DAYS = historyDays(NOW);
const change = (at: string, from: ServiceState, to: ServiceState): Change => ({
  service: "suno",
  from,
  to,
  at,
  note: null,
});

test.each<[ServiceState[], ServiceState]>([
  [["green", "green", "green"], "green"],
  [["green", "yellow", "green"], "yellow"],
  [["yellow", "red", "green"], "red"],
  [[], "green"],
])("the worst of %j is %s", (states, worst) => {
  expect(worstOf(states)).toBe(worst);
});

describe("a status board", () => {
  const touched = (ago: number) => ({
    updatedAt: new Date(NOW.getTime() - ago).toISOString(),
  });
  test("that was saved within the last 24 hours is not stale", () => {
    expect(isStale(touched(DAY), NOW)).toBe(false);
  });
  test("that was last saved more than 24 hours ago is stale", () => {
    expect(isStale(touched(DAY + 1), NOW)).toBe(true);
  });
  test("that was never saved is stale", () => {
    expect(isStale({ updatedAt: null }, NOW)).toBe(true);
  });
});

test("saving the board records only the changed states, with the note", () => {
  const changed = change(NOW.toISOString(), "green", "red");
  const after = { ...ALL_GREEN, suno: "red" as const };
  expect(changesOf(ALL_GREEN, after, null, NOW)).toEqual([changed]);
  expect(changesOf(ALL_GREEN, after, "We are on it.", NOW)).toEqual([{ ...changed, note: "We are on it." }]);
  expect(changesOf(ALL_GREEN, ALL_GREEN, null, NOW)).toEqual([]);
});

describe("the days of a service", () => {
  test("are ninety, and show the current state if no change was recorded", () => {
    expect(daysOf("suno", "yellow", [], DAYS)).toEqual(Array.from({ length: HISTORY_DAYS }, () => "yellow"));
  });
  test("each show their worst state, and a state lasts until the next change", () => {
    const changes = [
      change("2026-11-17T10:00:00.000Z", "green", "red"),
      change("2026-11-17T11:00:00.000Z", "red", "yellow"),
      change("2026-11-19T00:00:00.000Z", "yellow", "green"),
    ];
    expect(daysOf("suno", "green", changes, DAYS).slice(-5)).toEqual([
      "green",
      "red",
      "yellow",
      "yellow",
      "green",
    ]);
  });
  test("before the first change show the state from before that change", () => {
    const days = daysOf("suno", "green", [change("2026-11-20T01:00:00.000Z", "red", "green")], DAYS);
    expect(new Set(days)).toEqual(new Set(["red"]));
  });
  test("ignore changes of other services", () => {
    const days = daysOf("chatgpt", "green", [change("2026-11-20T01:00:00.000Z", "green", "red")], DAYS);
    expect(days.at(-1)).toBe("green");
  });
});

describe("the feed", () => {
  const xml = feedOf(
    [change("2026-11-20T01:02:03.000Z", "green", "red")],
    [],
    "https://site.example/?a=1&b=2",
  );
  test("describes a change in words, with a unique id and an RSS date", () => {
    expect(xml).toContain("<title>Music generation: Outage</title>");
    expect(xml).toContain("Music generation went from Operational to Outage.");
    expect(xml).toContain('<guid isPermaLink="false">suno-2026-11-20T01:02:03.000Z</guid>');
    expect(xml).toContain("<pubDate>Fri, 20 Nov 2026 01:02:03 GMT</pubDate>");
  });
  test("escapes XML's special characters", () => {
    expect(xml).toContain("?a=1&amp;b=2/status");
  });
});
