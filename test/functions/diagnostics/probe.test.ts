import type { Context } from "aws-lambda";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { handler } from "../../../functions/diagnostics/probe.ts";

const counted = vi.hoisted(() => vi.fn<(answered: boolean, now: Date) => Promise<void>>());
vi.mock("../../../functions/status/uptime/table.ts", () => ({ countCheck: counted }));

let asked: string[] = [];
let answers: Record<string, number> = {};
let logged: string[] = [];

beforeEach(() => {
  asked = [];
  logged = [];
  counted.mockReset().mockResolvedValue();
  answers = {};
  vi.stubEnv("SITE_URL", "https://shop.example.com");
  vi.stubEnv("FUNCTION_ID", "diagnostics/probe");
  vi.spyOn(console, "error").mockImplementation((line: string) => void logged.push(line));
  vi.stubGlobal("fetch", async (url: string) => {
    asked.push(url);
    return new Response("{}", { status: answers[url] ?? 200 });
  });
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const run = () => handler({}, { awsRequestId: "probe", getRemainingTimeInMillis: () => 900_000 } as Context);

test("the probe requests a page and an API endpoint of the shop", async () => {
  expect(await run()).toEqual({ answered: 2 });
  expect(asked).toEqual(["https://shop.example.com/", "https://shop.example.com/backend/status"]);
  expect(logged).toEqual([]);
  expect(counted.mock.calls).toEqual([[true, expect.any(Date)]]);
});

test("the probe succeeds even if its check cannot be counted", async () => {
  counted.mockRejectedValue(new Error("throttled"));
  expect(await run()).toEqual({ answered: 2 });
  expect(logged.join()).toContain('"event":"check.uncounted"');
});

test.each([403, 404, 429, 500, 503])(
  "the probe fails and logs the alarm's event if the API answers %i",
  async (status) => {
    answers["https://shop.example.com/backend/status"] = status;
    await expect(run()).rejects.toThrow(`/backend/status answered ${status} instead of 200`);
    expect(logged.join()).toContain('"event":"schedule.failed"');
    expect(counted.mock.calls).toEqual([[false, expect.any(Date)]]);
  },
);
