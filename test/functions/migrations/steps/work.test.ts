import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { MIGRATIONS } from "../../../../functions/migrations/steps/list.ts";
import type { Page } from "../../../../functions/migrations/steps/migrations.ts";
import { migrate } from "../../../../functions/migrations/steps/work.ts";
import { memoryDynamo, type Rows } from "../../../support/memory/dynamo.ts";
import { network } from "../../../support/memory/network.ts";

const NOW = new Date("2026-11-22T12:00:00.000Z");
const HOURS = () => 3_600_000;
let rows: Rows;
beforeAll(() => {
  vi.stubEnv("TABLE_INSIGHTS", "Insights");
  vi.stubEnv("FUNCTION_ID", "migrations/run");
  vi.spyOn(console, "info").mockReturnValue();
  rows = memoryDynamo(network());
});
afterEach(() => rows.clear());

function threePages(): { page: Page; done: string[] } {
  const done: string[] = [];
  const next: Record<string, string | null> = { first: "b", b: "c", c: null };
  return {
    done,
    page: async (after) => {
      done.push(after ?? "first");
      return next[after ?? "first"] ?? null;
    },
  };
}

test("a migration runs page by page, once", async () => {
  const { page, done } = threePages();
  expect(await migrate([{ id: "one", page }], NOW, HOURS)).toEqual({ finished: ["one"], left: [] });
  expect(done).toEqual(["first", "b", "c"]);
  expect(await migrate([{ id: "one", page }], NOW, HOURS)).toEqual({ finished: [], left: [] });
  expect(done).toHaveLength(3);
});

test("the next run continues after a run that ran out of time", async () => {
  const { page, done } = threePages();
  const times = [HOURS(), 0];
  const remaining = () => times.shift() ?? 0;
  expect(await migrate([{ id: "one", page }], NOW, remaining)).toEqual({ finished: [], left: ["one"] });
  expect(done).toEqual(["first"]);
  await migrate([{ id: "one", page }], NOW, HOURS);
  expect(done).toEqual(["first", "b", "c"]);
});

test("the next run repeats a failed page, and later migrations wait", async () => {
  const [failing, following] = [threePages(), threePages()];
  let fails = true;
  const page: Page = async (after) => {
    if (after === "b" && fails) throw new Error("throttled");
    return failing.page(after);
  };
  const migrations = [
    { id: "one", page },
    { id: "two", page: following.page },
  ];
  await expect(migrate(migrations, NOW, HOURS)).rejects.toThrow("throttled");
  expect(following.done).toEqual([]);
  fails = false;
  expect(await migrate(migrations, NOW, HOURS)).toEqual({ finished: ["one", "two"], left: [] });
  expect(failing.done).toEqual(["first", "b", "c"]);
});

test("a daily migration begins again in the first run after midnight UTC, every night", async () => {
  const { page, done } = threePages();
  const daily = [{ id: "daily", page, isDaily: true }] as const;
  const began: string[] = [];
  const start = Date.parse("2026-11-22T12:20:00.000Z");
  for (let hour = 0; hour < 72; hour += 1) {
    const now = new Date(start + hour * 3_600_000);
    if ((await migrate(daily, now, HOURS)).finished.length > 0) began.push(now.toISOString().slice(8, 16));
  }
  expect(began).toEqual(["22T12:20", "23T00:20", "24T00:20", "25T00:20"]);
  expect(done.slice(0, 6)).toEqual(["first", "b", "c", "first", "b", "c"]);
});

test("each migration has a unique id", () => {
  expect(new Set(MIGRATIONS.map(({ id }) => id)).size).toBe(MIGRATIONS.length);
});
