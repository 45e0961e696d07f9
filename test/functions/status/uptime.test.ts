import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { DAY, MINUTE } from "#shared/instant.ts";
import { shareAnswered } from "#shared/status/uptime.ts";
import { inPercent } from "#shared/words.ts";
import { historyDays } from "../../../functions/status/rules.ts";
import { readHistory } from "../../../functions/status/table.ts";
import { uptimeOf } from "../../../functions/status/uptime/rules.ts";
import { countCheck } from "../../../functions/status/uptime/table.ts";
import { memoryDynamo } from "../../support/memory/dynamo.ts";
import { network } from "../../support/memory/network.ts";

const NOON = new Date("2026-11-23T12:00:00.000Z");
const after = (minutes: number) => new Date(NOON.getTime() + minutes * MINUTE);
const wire = network();
beforeAll(() => {
  vi.stubEnv("TABLE_INSIGHTS", "insights");
  memoryDynamo(wire);
  wire.plan();
});
afterAll(() => {
  vi.unstubAllEnvs();
});

test("a failed run of the probe and its repeats count as one check", async () => {
  await countCheck(true, NOON);
  await countCheck(false, after(5));
  await countCheck(false, after(6));
  await countCheck(true, after(8));
  await countCheck(true, after(10));
  const { checked } = await readHistory(new Date(NOON.getTime() - DAY));
  expect(checked).toMatchObject([
    {
      day: "2026-11-23",
      checks: 3,
      answered: 2,
      lastCheckAt: after(10).toISOString(),
      lastAnswerAt: after(10).toISOString(),
    },
  ]);
  const { days, last_answer_at } = uptimeOf(checked, historyDays(after(10)));
  expect(days).toHaveLength(90);
  expect(days.at(-1)).toEqual({ checks: 3, answered: 2 });
  expect(days.at(-2)).toBeNull();
  expect(last_answer_at).toBe(after(10).toISOString());
});

test("there is no uptime before the first check", () => {
  expect(uptimeOf([], historyDays(NOON))).toMatchObject({ last_check_at: null, last_answer_at: null });
  expect(shareAnswered([null, null])).toBeNull();
});

test("the uptime of several days weighs each day by its checks and is rounded down", () => {
  const share = shareAnswered([{ checks: 288, answered: 288 }, null, { checks: 96, answered: 95 }]);
  expect(inPercent(share ?? 0)).toBe("99.73%");
  expect(inPercent(25_919 / 25_920)).toBe("99.99%");
  expect(inPercent(1)).toBe("100%");
});
