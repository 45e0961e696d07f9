import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { failedOnes } from "../../src/aws/sources/answers.ts";
import { startRunner } from "../../src/aws/sources/runner.ts";
import type { Delivered } from "../../src/aws/sources/source.ts";
import { fn, mapping } from "./testStack.ts";

describe("a function's answer about its batch", () => {
  const partial = mapping(fn("a/b"), "arn:aws:sqs:r:1:q");
  const failed = (payload: unknown, settings = partial) =>
    failedOnes(settings, { ok: true, payload }, ["a", "b", "c"]);
  const items = (...ids: (string | null)[]) => ({
    batchItemFailures: ids.map((itemIdentifier) => ({ itemIdentifier })),
  });

  it.each([
    ["an answer without a payload", null, []],
    ["an empty list", items(), []],
    ["an object without a list", {}, []],
    ["null in place of the list", { batchItemFailures: null }, []],
    ["several failed items, out of order", items("c", "a"), [0, 2]],
    ["the same item twice", items("b", "b"), [1]],
    ["an item that is not in the batch", items("b", "x"), [0, 1, 2]],
    ["an empty identifier", items(""), [0, 1, 2]],
    ["null in place of an identifier", items(null), [0, 1, 2]],
    ["a text in place of the list", { batchItemFailures: "b" }, [0, 1, 2]],
  ])("the same records fail as at Lambda: %s", (_, payload, expected) => {
    expect(failed(payload)).toEqual(expected);
  });

  it("an error fails the whole batch, but a list fails nothing if partial answers are off", () => {
    const error = { errorType: "Error", errorMessage: "no" };
    expect(failedOnes(partial, { ok: false, error }, ["a", "b"])).toEqual([0, 1]);
    expect(failed(items("a"), { ...partial, partialResponses: false })).toEqual([]);
  });
});

describe("an event source mapping's poller", () => {
  // With fake timers, the poller sleeps until something wakes it.
  beforeAll(() => void vi.useFakeTimers({ toFake: ["setTimeout"] }));
  afterAll(() => void vi.useRealTimers());

  it("polls again immediately if it is woken during a poll", async () => {
    let looks = 0;
    let finish = () => {};
    const deliver = () => {
      looks += 1;
      return new Promise<Delivered>((resolve) => {
        finish = () => resolve("nothing");
      });
    };
    const settings = { name: "s", sourceArn: "arn", log: () => {}, stop: () => {} };
    const runner = startRunner(settings, { deliver, pending: () => false, idleMs: () => 1000 });
    await expect.poll(() => looks, { interval: 1 }).toBe(1);
    runner.wake();
    finish();
    await expect.poll(() => looks, { interval: 1 }).toBe(2);
    finish();
    await runner.end();
  });

  it("polls again immediately after a full batch, and rests after a smaller one", async () => {
    const delivered: Delivered[] = ["part", "part", "all", "all"];
    const idleMs = vi.fn(() => 60_000);
    const deliver = async () => delivered.shift() ?? "nothing";
    const settings = { name: "s", sourceArn: "arn", log: () => {}, stop: () => {} };
    const runner = startRunner(settings, { deliver, pending: () => false, idleMs });
    await expect.poll(() => idleMs.mock.calls.length, { interval: 1 }).toBe(1);
    expect(delivered).toEqual(["all"]);
    await runner.end();
  });

  it("logs a failed poll and continues", async () => {
    const said: string[] = [];
    let looks = 0;
    const deliver = async () => {
      looks += 1;
      if (looks === 1) throw new Error("database gone");
      return "nothing" as const;
    };
    const settings = {
      name: "s",
      sourceArn: "arn",
      log: (line: string) => void said.push(line),
      stop: () => {},
    };
    const runner = startRunner(settings, { deliver, pending: () => false, idleMs: () => 1000 });
    await expect.poll(() => said, { interval: 1 }).toEqual(["s: database gone"]);
    runner.wake();
    await expect.poll(() => looks, { interval: 1 }).toBe(2);
    await runner.end();
  });
});
