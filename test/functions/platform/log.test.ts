import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { formatLicenseKey } from "#shared/licenses/key.ts";
import { log } from "../../../functions/platform/log.ts";

let written: string[] = [];
beforeEach(() => {
  vi.stubEnv("FUNCTION_ID", "customers/startSession");
  written = [];
  for (const level of ["info", "warn", "error"] as const)
    vi.spyOn(console, level).mockImplementation((line: string) => void written.push(line));
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const KEY = formatLicenseKey(Uint8Array.from({ length: 24 }, (_, index) => index));

test.each([
  ["203.0.113.24", "203.0.113.0/24"],
  ["2001:db8:1:2::7", "2001:db8:1::/48"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1::/48"],
  ["ada.lovelace@example.com", "a…@example.com"],
  [KEY, `${KEY.slice(0, 5)}-…`],
  [KEY.toLowerCase(), `${KEY.slice(0, 5).toLowerCase()}-…`],
  ["eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl", "[token]"],
  ["sk_test_51abcDEF23456789", "[secret]"],
  ["whsec_abcdefgh12345678", "[secret]"],
])("%s is not logged in a field, in an error or in its cause", (secret, instead) => {
  log.info("thing.done", { what: `of ${secret}, twice: ${secret}` });
  log.error("thing.failed", new Error(`at ${secret}`, { cause: new Error(`(${secret})`) }));
  expect(written).toHaveLength(2);
  for (const line of written) {
    expect(line).not.toContain(secret);
    expect(line).toContain(instead);
    expect(() => JSON.parse(line)).not.toThrow();
  }
});

test("a line keeps its event's name even if a field is called event", () => {
  // @ts-expect-error Every line has its own `event` field.
  log.warn("webhook.late", { event: "evt_1QabcdEFgh", minutes: 20 });
  expect(JSON.parse(written[0] ?? "{}")).toMatchObject({ event: "webhook.late", minutes: 20 });
});

test.each([
  "2026-11-20T09:00:00.000Z",
  "0.3.0",
  "7f5b1f3e-8a52-4c1f-9d27-0f6f3f0f2a11",
  "evt_1QabcdEFgh",
  "/var/task/index.cjs:12:3456",
  "node:internal/process/task_queues:103:5",
  "licenses/swapSeat",
])("%s is logged unchanged", (text) => {
  log.warn("thing.noticed", { what: text });
  expect(JSON.parse(written[0] ?? "{}")).toMatchObject({ what: text, level: "warn" });
});

test("an event that an alarm counts is logged as a metric on a pure JSON line", () => {
  const lines: string[] = [];
  vi.spyOn(process.stdout, "write").mockImplementation((line) => lines.push(String(line)) > 0);
  const directive = { Namespace: "shop-prod", Dimensions: [[]], Metrics: [{ Name: "jobs/fail" }] };
  const values = { "job.failed": { "jobs/fail": 4 } };
  vi.stubEnv("COUNTED_EVENTS", JSON.stringify({ namespace: "shop-prod", values }));
  log.info("job.done");
  log.error("job.failed", new Error("no answer"));
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    {
      level: "error",
      event: "job.failed",
      function: "customers/startSession",
      "jobs/fail": 4,
      _aws: {
        Timestamp: expect.any(Number),
        CloudWatchMetrics: [directive],
      },
    },
  ]);
});
