import { describe, expect, test } from "vitest";
import { DAY, HOUR, MINUTE } from "#shared/instant.ts";
import { IDLE_AFTER, isIdle } from "../../../web/src/operator/gate/idle.ts";
import { reasonOf } from "../../../web/src/operator/gate/words.ts";
import { oneOf, pageOf, unlessPanel, withFilter, withPage } from "../../../web/src/operator/kit/address.ts";
import { ticks } from "../../../web/src/operator/kit/BarChart.tsx";
import { nextRow } from "../../../web/src/operator/kit/ListPage.tsx";
import { pointsOf } from "../../../web/src/operator/kit/Sparkline.tsx";
import { ago, money, percent, wholeDollars } from "../../../web/src/ui/format.ts";

describe("the URL of a view", () => {
  const view = new URLSearchParams("status=active&cursor=c2&page=2&open=user-1&request-cursor=r2");

  test("loses its page and its open row after a change of the filter", () => {
    expect(withFilter(view, "search", "ab").toString()).toBe("status=active&request-cursor=r2&search=ab");
    expect(withFilter(view, "status", "").toString()).toBe("request-cursor=r2");
  });

  test("keeps the position of one list on a page if the other list is filtered", () => {
    expect(withFilter(view, "status", "pending", "request-").toString()).toBe(
      "status=active&cursor=c2&page=2&request-status=pending",
    );
  });

  test("has the cursor and the number of a page, except for the first page", () => {
    expect(withPage(view, 3, "c3").toString()).toBe("status=active&cursor=c3&page=3&request-cursor=r2");
    expect(withPage(view, 1, null).toString()).toBe("status=active&request-cursor=r2");
  });

  test.each([
    ["page=3", 3],
    ["", 1],
    ["page=0", 1],
    ["page=-1", 1],
    ["page=1e9x", 1],
  ])("%j has the page number %i", (search, page) => {
    expect(pageOf(new URLSearchParams(search))).toBe(page);
  });

  test("accepts only known values", () => {
    expect(oneOf("asc", ["asc", "desc"])).toBe("asc");
    expect(oneOf("<script>", ["asc", "desc"])).toBeNull();
  });

  test("reloads the data if the page changes or the URL stays the same, but not if only the open row changes", () => {
    const asked = (from: string, to: string) =>
      unlessPanel({
        currentUrl: new URL(`https://site.invalid/admin/users${from}`),
        nextUrl: new URL(`https://site.invalid/admin/users${to}`),
        defaultShouldRevalidate: true,
        currentParams: {},
        nextParams: {},
      });
    expect(asked("?page=2", "?page=2&open=a")).toBe(false);
    expect(asked("?open=a", "?open=b")).toBe(false);
    expect(asked("?page=2", "?page=3&open=a")).toBe(true);
    expect(asked("?open=a", "?open=a")).toBe(true);
  });
});

describe("charts", () => {
  test("draw a month as a line of 120 by 36 pixels and mark the last point", () => {
    const points = pointsOf(Array.from({ length: 30 }, (_, at) => at));
    expect([points.at(0), points.at(-1)]).toEqual([
      [3, 36 - 3],
      [120 - 3, 3],
    ]);
  });

  test("scale from the lowest value, draw equal values as a flat line at the bottom, no values as nothing, and one value as a point", () => {
    expect(pointsOf([0, 0]).join(" ")).toBe("3,33 117,33");
    expect(pointsOf([5, 10]).join(" ")).toBe("3,33 117,3");
    expect(pointsOf([])).toEqual([]);
    expect(pointsOf([7]).join(" ")).toBe("117,33");
  });

  test.each([
    [0, [0, 1]],
    [7, [0, 2, 4, 6, 8]],
    [1_800, [0, 500, 1_000, 1_500, 2_000]],
    [1, [0, 0.5, 1]],
  ])("have an axis from zero that reaches %d", (most, steps) => {
    expect(ticks(most)).toEqual(steps);
  });
});

describe("words and figures", () => {
  test("show cents as dollars with two decimals, and revenue in whole dollars", () => {
    expect(money(187_400)).toBe("$1,874.00");
    expect(wholeDollars(128_210)).toBe("$128,210");
    expect(percent(2_000)).toBe("20%");
  });

  test("show a past time in the largest suitable unit", () => {
    const now = Date.parse("2026-11-20T12:00:00.000Z");
    const said = (ms: number) => ago(new Date(now - ms).toISOString(), now);
    expect([said(0), said(5 * MINUTE), said(3 * HOUR), said(2 * DAY)]).toEqual([
      "now",
      "5 minutes ago",
      "3 hours ago",
      "2 days ago",
    ]);
    expect(said(40 * DAY)).toContain("2026");
  });
});

describe("the gate", () => {
  test("ends a session after exactly half an hour of inactivity", () => {
    expect(IDLE_AFTER).toBe(30 * MINUTE);
    expect(isIdle(0, IDLE_AFTER - 1)).toBe(false);
    expect(isIdle(0, IDLE_AFTER)).toBe(true);
  });

  test("shows 'Login failed - no user data received' for a failure without a message", () => {
    expect(reasonOf(new Error(""))).toBe("Login failed - no user data received");
    expect(reasonOf(undefined)).toBe("Login failed - no user data received");
  });

  test("says that a code was used already, and what to do", () => {
    const used = Object.assign(new Error("used once"), { name: "ExpiredCodeException" });
    expect(reasonOf(used)).toBe(
      "That code was used already. Wait for the next code in your authenticator app, and enter that one.",
    );
  });
});

test("j and k start at the first row and stop at both ends", () => {
  expect([
    nextRow(-1, 1, 3),
    nextRow(-1, -1, 3),
    nextRow(2, 1, 3),
    nextRow(0, -1, 3),
    nextRow(0, 1, 3),
  ]).toEqual([0, 0, 2, 0, 1]);
});
