import { describe, expect, test } from "vitest";
import { DAY, HOUR, MINUTE } from "#shared/instant.ts";
import { IDLE_AFTER, isIdle } from "../../../web/src/operator/gate/idle.ts";
import { reasonOf } from "../../../web/src/operator/gate/words.ts";
import { oneOf, pageOf, unlessPanel, withFilter, withPage } from "../../../web/src/operator/kit/address.ts";
import { nextRow } from "../../../web/src/operator/kit/listKeys.ts";
import { HEIGHT, sparkline, ticks, WIDTH } from "../../../web/src/operator/kit/sparkline.ts";
import { ago, money, percent, wholeDollars } from "../../../web/src/ui/format.ts";

describe("a view is its address", () => {
  const view = new URLSearchParams("status=active&cursor=c2&page=2&open=user-1&request-cursor=r2");

  test("another filter begins at its first page, and closes what was open", () => {
    expect(withFilter(view, "search", "ab").toString()).toBe("status=active&request-cursor=r2&search=ab");
    expect(withFilter(view, "status", "").toString()).toBe("request-cursor=r2");
  });

  test("of two lists on a page, a filter of one leaves the other where it is", () => {
    expect(withFilter(view, "status", "pending", "request-").toString()).toBe(
      "status=active&cursor=c2&page=2&request-status=pending",
    );
  });

  test("a page is a cursor and its number; the first one has neither", () => {
    expect(withPage(view, 3, "c3").toString()).toBe("status=active&cursor=c3&page=3&request-cursor=r2");
    expect(withPage(view, 1, null).toString()).toBe("status=active&request-cursor=r2");
  });

  test.each([
    ["page=3", 3],
    ["", 1],
    ["page=0", 1],
    ["page=-1", 1],
    ["page=1e9x", 1],
  ])("the number of a page in %j is %i", (search, page) => {
    expect(pageOf(new URLSearchParams(search))).toBe(page);
  });

  test("a value in the address is one of the choices, or nothing", () => {
    expect(oneOf("asc", ["asc", "desc"])).toBe("asc");
    expect(oneOf("<script>", ["asc", "desc"])).toBeNull();
  });

  test("opening a row reads nothing again; a filter, and a change that was made, do", () => {
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

describe("sparklines", () => {
  test("a month fills 120 × 36, and its last point is marked", () => {
    const spark = sparkline(Array.from({ length: 30 }, (_, at) => at));
    expect(spark?.path).toMatch(/^M3 33L/);
    expect(spark?.last).toEqual({ x: WIDTH - 3, y: 3 });
    expect([WIDTH, HEIGHT]).toEqual([120, 36]);
  });

  test("values that are all the same lie flat at the foot; none draw nothing; one is a point", () => {
    expect(sparkline([0, 0])?.path).toBe("M3 33L117 33");
    expect(sparkline([])).toBeNull();
    expect(sparkline([7])?.path).toBe("M117 33");
  });

  test.each([
    [0, [0, 1]],
    [7, [0, 2, 4, 6, 8]],
    [1_800, [0, 500, 1_000, 1_500, 2_000]],
    [1, [0, 0.5, 1]],
  ])("an axis for %d starts at zero and reaches it", (most, steps) => {
    expect(ticks(most)).toEqual(steps);
  });
});

describe("words and figures", () => {
  test("cents are divided by 100 with two decimals, revenue is in whole dollars", () => {
    expect(money(187_400)).toBe("$1,874.00");
    expect(wholeDollars(128_210)).toBe("$128,210");
    expect(percent(2_000)).toBe("20%");
  });

  test("how long ago, in the largest unit that fits", () => {
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
  test("half an hour without a touch, and not a moment less", () => {
    expect(IDLE_AFTER).toBe(30 * MINUTE);
    expect(isIdle(0, IDLE_AFTER - 1)).toBe(false);
    expect(isIdle(0, IDLE_AFTER)).toBe(true);
  });

  test("a sign-in that fails without words is 'Login failed - no user data received'", () => {
    expect(reasonOf(new Error(""))).toBe("Login failed - no user data received");
    expect(reasonOf(undefined)).toBe("Login failed - no user data received");
  });

  test("a code that was used already is no expired one", () => {
    const used = Object.assign(new Error("used once"), { name: "ExpiredCodeException" });
    expect(reasonOf(used)).toBe(
      "That code was used already. Wait for the next code of your app, and enter it.",
    );
  });

  test("j and k begin at the first row and stop at both ends", () => {
    expect([
      nextRow(-1, 1, 3),
      nextRow(-1, -1, 3),
      nextRow(2, 1, 3),
      nextRow(0, -1, 3),
      nextRow(0, 1, 3),
    ]).toEqual([0, 0, 2, 0, 1]);
  });
});
