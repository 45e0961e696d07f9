import { describe, expect, test, vi } from "vitest";
import { createLogger, MAX_KEPT, newRequestId, RECENT } from "../../../web/src/app/logger.ts";

const AT = Date.parse("2027-03-01T12:00:00.000Z");

describe("the page's log", () => {
  test("keeps entries of level INFO and above by default", () => {
    const usual = createLogger();
    usual.log("DEBUG", "quiet");
    usual.log("INFO", "said");
    expect(usual.recent().map(({ message }) => message)).toEqual(["said"]);
    const all = createLogger({ minimum: "DEBUG" });
    all.log("DEBUG", "said");
    expect(all.recent()).toHaveLength(1);
  });

  test("keeps the latest thousand entries and returns fifty by default", () => {
    const logger = createLogger();
    for (let at = 0; at < MAX_KEPT + 5; at += 1) logger.log("INFO", String(at));
    expect(logger.recent().map(({ message }) => message)).toEqual(
      Array.from({ length: RECENT }, (_, at) => String(MAX_KEPT + 5 - RECENT + at)),
    );
    const everything = logger.recent(MAX_KEPT * 2);
    expect(everything).toHaveLength(MAX_KEPT);
    expect(everything[0]?.message).toBe("5");
  });

  test("reports only ERROR and FATAL, with the error", () => {
    const report = vi.fn();
    const logger = createLogger({ report, now: () => AT });
    for (const level of ["INFO", "WARN"] as const) logger.log(level, "fine");
    logger.log("ERROR", "failed", { error: new TypeError("no"), context: { page: "/x" } });
    logger.log("FATAL", "broke", { error: "a string" });
    expect(report.mock.calls.map(([entry]) => entry)).toMatchObject([
      {
        timestamp: "2027-03-01T12:00:00.000Z",
        level: "ERROR",
        message: "failed",
        context: { page: "/x", requestId: expect.stringMatching(/^req_1803902400000_[a-z0-9]+$/) },
        error: { name: "TypeError", message: "no", stack: expect.any(String) },
      },
      { level: "FATAL", error: { name: "Thrown", message: "a string" } },
    ]);
  });

  test("records the duration of an action, even of a failed one", async () => {
    let now = AT;
    const logger = createLogger({ now: () => now });
    await expect(
      logger.timed("load", async () => {
        now += 40;
        throw new Error("no");
      }),
    ).rejects.toThrow("no");
    expect(logger.recent()[0]?.performance).toEqual({ duration: 40, startTime: AT, endTime: AT + 40 });
  });
});

test("a request id has the time and a random part", () => {
  expect(newRequestId(AT)).toMatch(new RegExp(`^req_${AT}_[a-z0-9]+$`));
  expect(newRequestId(AT)).not.toBe(newRequestId(AT));
});
