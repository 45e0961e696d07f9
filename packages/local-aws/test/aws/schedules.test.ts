import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { asynchronousCalls } from "../../src/aws/asynchronous.ts";
import { openQueues } from "../../src/aws/queues/engine.ts";
import { timetable } from "../../src/aws/schedules/expression.ts";
import { startSchedules } from "../../src/aws/schedules/schedules.ts";
import type { InvokeResult } from "../../src/aws/types.ts";
import type { ScheduleModel } from "../../src/template/model.ts";
import { allow, fn, queue, stackModel, startTestAws, type TestAws } from "./testStack.ts";

const ANCHOR = new Date("2026-11-20T10:00:00Z");

function dueTimes(expression: string, count: number, from = ANCHOR): string[] {
  const times = timetable(expression);
  const found: string[] = [];
  for (let at = times.next(from, ANCHOR); at && found.length < count; at = times.next(at, ANCHOR)) {
    found.push(at.toISOString().slice(0, 16));
  }
  return found;
}

describe("timetables", () => {
  it.each([
    ["rate(5 minutes)", ["2026-11-20T10:05", "2026-11-20T10:10"]],
    ["rate(1 day)", ["2026-11-21T10:00", "2026-11-22T10:00"]],
    ["cron(0 3 * * ? *)", ["2026-11-21T03:00", "2026-11-22T03:00"]],
    ["cron(0/20 10 * * ? *)", ["2026-11-20T10:20", "2026-11-20T10:40", "2026-11-21T10:00"]],
    ["cron(0 6 ? * MON *)", ["2026-11-23T06:00", "2026-11-30T06:00"]],
    ["cron(0 6 ? * 2-6 *)", ["2026-11-23T06:00", "2026-11-24T06:00"]],
    ["cron(0 6 ? * FRI-SUN *)", ["2026-11-21T06:00", "2026-11-22T06:00", "2026-11-27T06:00"]],
    ["cron(0 0 29 2 ? *)", ["2028-02-29T00:00"]],
    ["cron(0 0 1 1 ? 2027)", ["2027-01-01T00:00"]],
  ])("find the due times of %s", (expression, expected) => {
    expect(dueTimes(expression, expected.length)).toEqual(expected);
  });

  it("end after the last due time", () => {
    expect(dueTimes("cron(0 0 1 1 ? 2027)", 5)).toHaveLength(1);
  });

  it.each([
    "rate(1 minutes)",
    "rate(5 minute)",
    "rate(0 days)",
    "cron(0 3 * * *)",
    "cron(0 3 * * * *)",
    "cron(61 3 * * ? *)",
    "cron(0 0 L * ? *)",
    "at(2026-12-24T18:30:00)",
    "hourly",
  ])("refuse the expression %s", (expression) => {
    expect(() => timetable(expression)).toThrow();
  });
});

const dead = queue("schedules-dead");
const sweep = fn("promotions/sweep");
const putsAway = allow("sqs:SendMessage", dead.arn);
const nightly = { ...fn("insights/reconcile", [putsAway]), deadLetterArn: dead.arn };
const schedule = (
  target: typeof sweep,
  expression: string,
  more: Partial<ScheduleModel> = {},
): ScheduleModel => ({
  logicalId: target.logicalId,
  name: target.logicalId,
  expression,
  targetArn: target.arn,
  input: null,
  retries: 1,
  deadLetterArn: dead.arn,
  enabled: true,
  ...more,
});

let aws: TestAws | undefined;
afterEach(async () => {
  await aws?.stop();
  aws = undefined;
});

async function stack(
  schedules: ScheduleModel[],
  answer: (id: string) => InvokeResult = () => ({ ok: true, payload: 7 }),
) {
  let now = ANCHOR;
  const runs: { id: string; at: string; event: unknown }[] = [];
  const functions = [sweep, nightly];
  aws = await startTestAws(stackModel({ functions, schedules, queues: [dead] }), {
    now: () => now,
    invoke: async (arn, event) => {
      const id = functions.find((candidate) => candidate.arn === arn)?.id ?? "?";
      runs.push({ id, at: now.toISOString().slice(0, 16), event });
      return answer(id);
    },
  });
  const started = aws;
  const moveTo = (at: Date) => {
    now = at;
  };
  const advance = (to: string, lastRuns?: number) =>
    started.schedules.advance(new Date(to), moveTo, lastRuns);
  return { aws: started, runs, advance, now: () => now };
}

describe("schedules", () => {
  it("run in order, each at its due time, when the clock is moved", async () => {
    const { runs, advance, now } = await stack([
      schedule(nightly, "cron(0 3 * * ? *)"),
      schedule(sweep, "rate(12 hours)", { input: '{"at":"<aws.scheduler.scheduled-time>"}' }),
    ]);
    await advance("2026-11-22T00:00:00Z");
    expect(runs.map((run) => `${run.id} ${run.at}`)).toEqual([
      "promotions/sweep 2026-11-20T22:00",
      "insights/reconcile 2026-11-21T03:00",
      "promotions/sweep 2026-11-21T10:00",
      "promotions/sweep 2026-11-21T22:00",
    ]);
    expect(runs[0]?.event).toEqual({ at: "2026-11-20T22:00:00Z" });
    expect(now()).toEqual(new Date("2026-11-22T00:00:00Z"));
  });

  it.each(["rate(5 minutes)", "rate(1 hour)"])(
    "run only for their last six due times if they are due each hour or more often: %s",
    async (often) => {
      const { runs, advance } = await stack([schedule(sweep, often)]);
      await advance("2026-12-21T10:00:00Z", 2);
      expect(runs).toHaveLength(6);
      expect(runs.at(-1)?.at).toBe("2026-12-21T10:00");
    },
  );

  it.each([
    ["cron(0 3 * * ? *)", ["2026-12-20T03:00", "2026-12-21T03:00"]],
    ["cron(0 3 ? * MON *)", ["2026-12-14T03:00", "2026-12-21T03:00"]],
  ])("run only for their last two due times on request: %s", async (expression, expected) => {
    const { runs, advance } = await stack([schedule(sweep, expression)]);
    await advance("2026-12-21T10:00:00Z", 2);
    expect(runs.map(({ at }) => at)).toEqual(expected);
  });

  it("do not run twice for one due time", async () => {
    const { runs, advance } = await stack([schedule(nightly, "cron(0 3 * * ? *)")]);
    await advance("2026-11-21T04:00:00Z");
    await advance("2026-11-21T05:00:00Z");
    expect(runs).toHaveLength(1);
  });

  const broken = () => ({ ok: false as const, error: { errorType: "Error", errorMessage: "broken" } });

  it("leave a failing function to Lambda, which retries twice and then moves the event to the dead-letter queue", async () => {
    const { aws, runs, advance } = await stack(
      // A schedule's retries and dead letters are only for events that could not be delivered.
      [schedule(nightly, "cron(0 3 * * ? *)", { retries: 0, deadLetterArn: null })],
      broken,
    );
    await advance("2026-11-21T04:00:00Z");
    expect(runs).toHaveLength(3);
    const [letter, ...others] = aws.queues.messages(dead);
    expect(others).toEqual([]);
    expect(JSON.parse(letter?.body ?? "")).toEqual(runs[0]?.event);
    expect(letter?.attributes).toMatchObject({ ErrorMessage: { StringValue: "broken" } });
  });

  it("lose the event of a failing function without a dead-letter queue, even if the schedule has one", async () => {
    const { aws, runs, advance } = await stack([schedule(sweep, "rate(12 hours)")], broken);
    await advance("2026-11-20T23:00:00Z");
    expect(runs).toHaveLength(3);
    expect(aws.queues.messages(dead)).toEqual([]);
  });

  it("send an undeliverable event to the schedule's dead-letter queue", async () => {
    const gone = fn("insights/gone");
    const { aws, advance } = await stack([schedule(gone, "rate(12 hours)")]);
    await advance("2026-11-20T23:00:00Z");
    expect(aws.queues.messages(dead)[0]?.attributes).toMatchObject({
      TARGET_ARN: { StringValue: gone.arn },
    });
  });

  it("keep a stack from starting if a function's role may not write to the function's dead-letter queue", async () => {
    const model = stackModel({ functions: [{ ...nightly, statements: [] }], queues: [dead] });
    await expect(startTestAws(model)).rejects.toThrow(/not authorized to perform: sqs:SendMessage/);
  });

  it("run immediately on request and answer with the result", async () => {
    const { aws } = await stack([schedule(nightly, "cron(0 3 * * ? *)")]);
    expect(await aws.schedules.runNow("insights/reconcile")).toEqual({ ok: true, payload: 7 });
    await expect(aws.schedules.runNow("licenses/activate")).rejects.toThrow(/No schedule calls/);
  });

  it("do not run while they are disabled", async () => {
    const { runs, advance } = await stack([schedule(nightly, "cron(0 3 * * ? *)", { enabled: false })]);
    await advance("2026-11-25T00:00:00Z");
    expect(runs).toEqual([]);
  });

  /** An hourly schedule that is checked every millisecond, and the times of its runs. */
  function hourly(change: { inRealTime?: boolean } = {}) {
    const clock = { now: ANCHOR };
    const runs: string[] = [];
    const now = () => clock.now;
    const dataDir = mkdtempSync(join(tmpdir(), "shop-schedules-"));
    const model = stackModel({ functions: [nightly], schedules: [schedule(nightly, "rate(1 hour)")] });
    const queues = openQueues({ dataDir, queues: () => [], now });
    const invoke = async () => {
      runs.push(clock.now.toISOString().slice(11, 16));
      return { ok: true as const, payload: null };
    };
    const shared = { model: () => model, dataDir, queues, invoke, now, log: () => {}, lookMs: 1 };
    const schedules = startSchedules({ ...shared, asynchronous: asynchronousCalls(shared), ...change });
    const setTo = (at: string) => {
      clock.now = new Date(at);
    };
    return {
      runs,
      setTo,
      advance: (to: string) => schedules.advance(new Date(to), (at) => setTo(at.toISOString())),
      hasLooked: () =>
        expect.poll(() => schedules.lookedAt().toISOString(), { interval: 1 }).toBe(clock.now.toISOString()),
      close: async () => {
        await schedules.close();
        rmSync(dataDir, { recursive: true });
      },
    };
  }

  it("run when they are due, and again after the clock was set back", async () => {
    const { runs, setTo, advance, hasLooked, close } = hourly();
    setTo("2026-11-20T11:00:01Z");
    await expect.poll(() => runs, { interval: 1 }).toEqual(["11:00"]);
    await advance("2026-11-20T13:30:00Z");
    setTo("2026-11-20T11:30:00Z");
    await hasLooked();
    setTo("2026-11-20T12:10:00Z");
    await expect.poll(() => runs, { interval: 1 }).toEqual(["11:00", "12:00", "13:00", "12:10"]);
    await close();
  });

  it("run only when the clock is moved, if real time is off", async () => {
    const { runs, setTo, advance, hasLooked, close } = hourly({ inRealTime: false });
    setTo("2026-11-20T11:30:00Z");
    await hasLooked();
    await advance("2026-11-20T12:30:00Z");
    expect(runs).toEqual(["12:00"]);
    await close();
  });
});
