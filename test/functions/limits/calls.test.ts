import { beforeEach, expect, test, vi } from "vitest";
import { CALLS_A_KEY } from "../../../functions/limits/rules.ts";
import { withinLimits } from "../../../functions/limits/table.ts";
import { memoryDynamo } from "../../support/memory/dynamo.ts";
import { network } from "../../support/memory/network.ts";

vi.stubEnv("TABLE_LIMITS", "limits");
const rows = memoryDynamo(network());
beforeEach(() => rows.clear());

test("a license key's limit of calls includes calls that were counted only in a function's memory", async () => {
  const call = { licenseKey: "a-key", address: "203.0.113.7", now: new Date("2026-03-15T12:00:15Z") };
  const results: unknown[] = [];
  for (let made = 0; made <= CALLS_A_KEY.most; made += 1)
    results.push(await withinLimits(call, async () => "worked").catch(({ code }) => code));
  expect(results.slice(0, -1)).toEqual(Array(CALLS_A_KEY.most).fill("worked"));
  expect(results.at(-1)).toBe("RATE_LIMITED");
});
