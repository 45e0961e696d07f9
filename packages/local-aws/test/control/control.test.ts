import { afterEach, describe, expect, it, vi } from "vitest";
import { faultEngine } from "../../src/aws/faults.ts";
import { DEFAULT_VIEWER, type Viewer } from "../../src/cloudfront/viewer.ts";
import { type ControlOptions, startControl } from "../../src/control/server.ts";

const endings: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0)) await end();
});

async function control() {
  let viewer: Viewer = DEFAULT_VIEWER;
  const faults = faultEngine(["stripe"]);
  const options = {
    port: 0,
    clock: { now: () => new Date(0), offsetMs: () => 5000, move: vi.fn(async () => {}) },
    faults,
    invocations: vi.fn(() => []),
    usage: () => ({ "licenses/activate": { "dynamodb:GetItem": ["arn:table"] } }),
    runSchedule: vi.fn(async (id: string) =>
      id === "billing/nightly" ? { ok: true, payload: 1 } : undefined,
    ),
    settle: vi.fn(async () => {}),
    viewer: {
      get: () => viewer,
      set: (next: Viewer) => {
        viewer = next;
      },
    },
    setStreams: vi.fn(async () => {}),
    coolDown: vi.fn(),
  } satisfies ControlOptions;
  const started = await startControl(options);
  endings.push(started.close);
  const ask = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(started.url + path, {
      method,
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  };
  return { ask, options, faults };
}

describe("the control calls", () => {
  it("move the clock and answer with the time", async () => {
    const { ask, options } = await control();
    expect(await ask("POST", "/clock", { advanceSeconds: 60, lastRuns: 3 })).toEqual({
      status: 200,
      body: { now: "1970-01-01T00:00:00.000Z", offsetSeconds: 5 },
    });
    expect(options.clock.move).toHaveBeenCalledWith({ advanceSeconds: 60, lastRuns: 3 });
    await ask("POST", "/clock", { reset: true });
    await ask("DELETE", "/clock");
    expect(options.clock.move).toHaveBeenCalledTimes(3);
    expect(options.clock.move).toHaveBeenLastCalledWith({ reset: true });
    expect((await ask("GET", "/clock")).status).toBe(200);
  });

  it.each([
    [{}],
    [{ advanceSeconds: -1 }],
    [{ backSeconds: -1 }],
    [{ advanceSeconds: "60" }],
    [{ reset: false }],
    [{ advanceSeconds: 1, x: 1 }],
    [{ advanceSeconds: 1, lastRuns: 0 }],
    [{ advanceSeconds: 1, lastRuns: 1.5 }],
    [{ backSeconds: 1, lastRuns: 1 }],
    ["no JSON"],
  ])("refuse to move the clock by %j", async (body) => {
    const { ask, options } = await control();
    expect(await ask("POST", "/clock", body)).toEqual({
      status: 400,
      body: {
        error:
          "Send { advanceSeconds, lastRuns? }, { backSeconds } or { reset: true }. Numbers must be above 0, lastRuns a whole number",
      },
    });
    expect(options.clock.move).not.toHaveBeenCalled();
  });

  it("set faults and clear them", async () => {
    const { ask, faults } = await control();
    await ask("POST", "/faults", { service: "stripe", mode: "lost", times: 2 });
    expect(faults.list()).toMatchObject([{ service: "stripe", mode: "lost", times: 2, struck: 0 }]);
    await ask("DELETE", "/faults");
    expect((await ask("GET", "/faults")).body).toEqual({ faults: [] });
  });

  it("name the wrong field of a fault", async () => {
    const { ask } = await control();
    const wrong = await ask("POST", "/faults", { service: "stripe", mode: "explode" });
    expect(wrong.status).toBe(400);
    expect(wrong.body.error).toMatch(/^mode: /);
    expect((await ask("POST", "/faults", "{")).body).toEqual({ error: "The body is not JSON" });
  });

  it("list all invocations, or those of one function", async () => {
    const { ask, options } = await control();
    expect((await ask("GET", "/invocations")).body).toEqual({ invocations: [] });
    await ask("GET", "/invocations?function=licenses%2Factivate");
    expect(options.invocations.mock.calls).toEqual([[undefined], ["licenses/activate"]]);
  });

  it("list the used permissions", async () => {
    const { ask } = await control();
    expect((await ask("GET", "/usage")).body).toEqual({
      "licenses/activate": { "dynamodb:GetItem": ["arn:table"] },
    });
  });

  it("run a function's schedule, with a plain or an encoded slash", async () => {
    const { ask } = await control();
    expect((await ask("POST", "/schedules/billing/nightly/run")).body).toEqual({ ok: true, payload: 1 });
    expect((await ask("POST", "/schedules/billing%2Fnightly/run")).status).toBe(200);
    expect(await ask("POST", "/schedules/billing/never/run")).toEqual({
      status: 404,
      body: { error: "No schedule calls billing/never" },
    });
  });

  it("wait until everything is settled", async () => {
    const { ask, options } = await control();
    expect((await ask("POST", "/settle")).body).toEqual({ settled: true });
    expect(options.settle).toHaveBeenCalledOnce();
  });

  it("make every function cold", async () => {
    const { ask, options } = await control();
    expect(await ask("POST", "/cold")).toEqual({ status: 200, body: { cold: true } });
    expect(options.coolDown).toHaveBeenCalledOnce();
  });

  it("switch the streams off and on", async () => {
    const { ask, options } = await control();
    for (const on of [false, true]) {
      expect((await ask("POST", "/streams", { on })).body).toEqual({ on });
      expect(options.setStreams).toHaveBeenLastCalledWith(on);
    }
    expect((await ask("POST", "/streams", { on: "no" })).status).toBe(400);
  });

  it("set the viewer's country and address separately", async () => {
    const { ask, options } = await control();
    await ask("POST", "/viewer", { country: "DE" });
    await ask("POST", "/viewer", { address: "203.0.113.9" });
    expect(options.viewer.get()).toEqual({ country: "DE", address: "203.0.113.9" });
    expect((await ask("POST", "/viewer", { country: "Germany" })).body).toEqual({
      error: "country: must be two capital letters",
    });
  });

  it("answer an unknown call with the list of calls, and a failure with its message", async () => {
    const { ask, options } = await control();
    expect((await ask("GET", "/none")).body.calls).toContain("POST /settle");
    options.settle.mockRejectedValue(new Error("still busy: mail"));
    expect(await ask("POST", "/settle")).toEqual({ status: 500, body: { error: "still busy: mail" } });
  });
});
