import { describe, expect, it } from "vitest";
import { ID, running } from "./running.ts";

describe("a function's worker", () => {
  it("passes the event and Lambda's context to the handler and returns its result", async () => {
    const { call, model } = await running(
      "return { event, id: context.awsRequestId, name: context.functionName, left: context.getRemainingTimeInMillis() }",
    );
    const result = await call({ a: [1, { b: "ü" }] });
    expect(result).toMatchObject({
      ok: true,
      payload: { event: { a: [1, { b: "ü" }] }, id: result.requestId, name: model.name },
    });
    const left = result.ok && result.payload !== null ? Number(Object(result.payload).left) : 0;
    expect(left).toBeGreaterThan(9000);
    expect(left).toBeLessThanOrEqual(10_000);
  });

  it("has the template's and Lambda's variables, and none of this computer's", async () => {
    process.env.OF_THIS_MACHINE = "yes";
    const { call } = await running("return process.env");
    const result = await call();
    delete process.env.OF_THIS_MACHINE;
    expect(result).toMatchObject({
      payload: {
        GIVEN: "by the template",
        AWS_REGION: "eu-west-1",
        AWS_ACCESS_KEY_ID: `KEY-${ID}`,
        AWS_ENDPOINT_URL: "http://127.0.0.1:1",
        AWS_LAMBDA_FUNCTION_MEMORY_SIZE: "128",
      },
    });
    expect(result.ok && result.payload).not.toHaveProperty("OF_THIS_MACHINE");
    expect(result.ok && result.payload).not.toHaveProperty("PATH");
  });

  it("does not run a call that a concurrency limit refuses", async () => {
    let isRefused = true;
    const { call } = await running(
      "return 1",
      {},
      { isRefused: (functionId) => functionId === ID && isRefused },
    );
    expect(await call()).toMatchObject({ ok: false, error: { errorType: "TooManyRequestsException" } });
    isRefused = false;
    expect(await call()).toMatchObject({ ok: true, payload: 1 });
  });

  it("stays warm between calls", async () => {
    const { call } = await running("globalThis.count = (globalThis.count ?? 0) + 1; return globalThis.count");
    await call();
    expect(await call()).toMatchObject({ ok: true, payload: 2 });
  });

  it("is replaced after a cool-down, once its running call has ended", async () => {
    const { call, functions } = await running(
      "await new Promise((r) => setTimeout(r, 30)); globalThis.count = (globalThis.count ?? 0) + 1; return globalThis.count",
    );
    const under = call();
    functions.coolDown();
    expect(await under).toMatchObject({ ok: true, payload: 1 });
    expect(await call()).toMatchObject({ ok: true, payload: 1 });
    expect(functions.invocations.list(ID).map(({ cold }) => cold)).toEqual([true, true]);
  });

  it("serves one call at a time, and the number of workers has a limit", async () => {
    const { call, functions } = await running(
      "globalThis.at = (globalThis.at ?? 0) + 1; const seen = globalThis.at; await new Promise(r => setTimeout(r, 30)); globalThis.at -= 1; return seen",
      {},
      { maxWorkers: 3 },
    );
    const results = await Promise.all(Array.from({ length: 9 }, () => call()));
    expect(results.every((result) => result.ok && result.payload === 1)).toBe(true);
    const cold = functions.invocations.list(ID).filter((record) => record.cold);
    expect(cold).toHaveLength(3);
  });

  it("respects a reserved concurrency", async () => {
    const { call, functions } = await running("return 1", { reservedConcurrency: 1 });
    await Promise.all([call(), call(), call()]);
    expect(functions.invocations.list().filter((record) => record.cold)).toHaveLength(1);
  });

  it("runs a changed bundle only once it is replaced", async () => {
    const { call, bundle, functions } = await running("return 'before'");
    expect(await call()).toMatchObject({ payload: "before" });
    bundle("return 'after'");
    expect(await call()).toMatchObject({ payload: "before" });
    functions.replace([ID]);
    expect(await call()).toMatchObject({ payload: "after" });
  });

  it("is replaced when the template changes its environment, and ends when the template no longer has the function", async () => {
    const { call, functions, model } = await running("return process.env.GIVEN");
    await call();
    functions.reload([{ ...model, environment: { ...model.environment, GIVEN: "anew" } }]);
    expect(await call()).toMatchObject({ payload: "anew" });
    functions.reload([]);
    await expect(call()).rejects.toThrow(`There is no function ${ID}`);
  });

  it("ends after its idle time", async () => {
    const { call, functions } = await running("return 1", {}, { idleMs: 1 });
    await call();
    // A cold start shows that the idle worker has ended.
    await expect
      .poll(async () => (await call()) && functions.invocations.list().filter((r) => r.cold).length)
      .toBeGreaterThan(1);
  });
});

describe("an error of a function", () => {
  it.each([
    ["an exception", "throw new TypeError('no')", { errorType: "TypeError", errorMessage: "no" }],
    ["a rejection with a text", "throw 'text'", { errorType: "string", errorMessage: "text" }],
    [
      "an uncaught exception",
      "setTimeout(() => { throw new RangeError('late') }); await new Promise(() => {})",
      { errorType: "RangeError" },
    ],
    ["process.exit", "process.exit(3)", { errorType: "Runtime.ExitError" }],
    [
      "too much memory",
      "const all = []; for (;;) all.push(new Array(1e6).fill(all.length))",
      { errorType: "Runtime.OutOfMemory" },
    ],
  ])("fails only its call: %s", async (_what, code, error) => {
    const { call } = await running(`if (event.bad) { ${code} } return "fine"`, { memoryMb: 32 });
    expect(await call({ bad: true })).toMatchObject({ ok: false, error });
    expect(await call()).toMatchObject({ ok: true, payload: "fine" });
  });

  it("is reported for an endless loop at the function's timeout", async () => {
    const { call } = await running("if (event.bad) for (;;); return 'fine'", { timeoutSeconds: 1 });
    expect(await call({ bad: true })).toMatchObject({
      ok: false,
      error: { errorType: "Sandbox.Timedout", errorMessage: "Task timed out after 1.00 seconds" },
    });
    expect(await call()).toMatchObject({ ok: true, payload: "fine" });
  });

  it("is not reported if a run exceeds the time limit by less than the slack allows", async () => {
    const slow = "await new Promise(r => setTimeout(r, 50)); return 'fine'";
    const { call } = await running(slow, { timeoutSeconds: 0.01 }, { slack: 1000 });
    expect(await call()).toMatchObject({ ok: true, payload: "fine" });
  });

  it("is reported for a broken bundle and for a missing handler", async () => {
    const { call, directory, functions } = await running("return 1");
    const { writeBundle } = await import("./running.ts");
    writeBundle(directory, "throw new Error('broken')");
    functions.replace([ID]);
    expect(await call()).toMatchObject({ ok: false, error: { errorMessage: "broken" } });
    writeBundle(directory, "export const other = 1");
    expect(await call()).toMatchObject({ ok: false, error: { errorType: "Runtime.HandlerNotFound" } });
  });

  it("is reported only for the killed worker's call", async () => {
    const { call, functions } = await running(
      "await new Promise(r => setTimeout(r, event.wait)); return 'fine'",
    );
    const slow = call({ wait: 10_000 });
    const quick = call({ wait: 20 });
    await expect.poll(() => functions.invocations.list().length).toBe(2);
    const [first] = functions.invocations.list();
    functions.kill(ID, first?.requestId ?? null);
    expect(await slow).toMatchObject({ ok: false, error: { errorType: "Runtime.ExitError" } });
    expect(await quick).toMatchObject({ ok: true });
  });
});

describe("Lambda's limits", () => {
  it("refuse an event above 6 MB", async () => {
    const { call } = await running("return 1");
    expect(await call("x".repeat(6 * 1024 * 1024))).toMatchObject({
      ok: false,
      error: { errorType: "RequestTooLarge" },
    });
  });

  it("refuse an answer above 6 MB", async () => {
    const { call } = await running("return 'x'.repeat(6 * 1024 * 1024)");
    expect(await call()).toMatchObject({ ok: false, error: { errorType: "Function.ResponseSizeTooLarge" } });
  });
});

describe("the log", () => {
  it("has the function's lines with their levels, and its errors", async () => {
    const { call, logged } = await running(
      "console.log('told', { a: 1 }); console.warn('careful'); throw new Error('no')",
    );
    await call();
    expect(logged).toContain("info: told { a: 1 }");
    expect(logged).toContain("warn: careful");
    expect(logged.some((line) => line.startsWith("error:") && line.includes("Error: no"))).toBe(true);
  });
});

describe("the record of invocations", () => {
  it("has each run with its result and its calls", async () => {
    const { call, functions } = await running("if (event.bad) throw new Error('no')");
    const { requestId } = await call();
    await call({ bad: true });
    functions.addCall({
      functionId: ID,
      requestId,
      service: "dynamodb",
      operation: "GetItem",
      resources: ["table"],
      consumed: [{ table: "t", index: null, units: 0.5, partitions: [] }],
      result: "ok",
      durationMs: 1,
    });
    const [good, bad] = functions.invocations.list(ID);
    expect(good).toMatchObject({
      requestId,
      result: "ok",
      error: null,
      calls: [{ operation: "GetItem", consumed: [{ units: 0.5 }] }],
    });
    expect(good?.durationMs).toBeGreaterThan(0);
    expect(bad).toMatchObject({ result: "error", error: { errorMessage: "no" }, calls: [] });
    expect(functions.invocations.list("other/one")).toEqual([]);
    expect(functions.invocations.running).toBe(0);
  });
});
