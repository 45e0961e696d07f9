import { describe, expect, it } from "vitest";
import {
  consumed,
  FAILED,
  forget,
  lost,
  OK,
  partial,
  projector,
  seats,
  streamArn,
  write,
  writeTogether,
} from "./streamStack.ts";
import { allow, fn, mapping, stackModel, startTestAws } from "./testStack.ts";

describe("a stream", () => {
  it("delivers writes in order, in AWS's format", async () => {
    const { aws, batches, events } = await consumed(() => OK);
    await write(aws, ["a", "b", "a", "c"]);
    await aws.sources.settle();
    expect(batches.flat()).toEqual(["a", "b", "a", "c"]);
    const records = events.flatMap((event) => event.Records);
    expect(records.map((record) => record.eventName)).toEqual(["INSERT", "INSERT", "MODIFY", "INSERT"]);
    expect(records[0]?.eventSourceARN).toBe(streamArn);
    expect(new Set(records.map((record) => record.eventID)).size).toBe(4);
  });

  it("delivers writes that the poller missed when the stack settles, unless askAll is off", async () => {
    const { aws, batches } = await consumed(() => OK);
    await aws.sources.settle();
    await write(aws, ["a"]);
    expect(await aws.sources.settle({ askAll: false })).toBe(false);
    expect(batches).toEqual([]);
    expect(await aws.sources.settle()).toBe(true);
    expect(batches).toEqual([["a"]]);
  });

  it("dates its records by the stack's clock", async () => {
    const now = new Date("2030-01-01T00:00:00Z");
    const { aws, events } = await consumed(() => OK, {}, { now: () => now });
    await write(aws, ["a"]);
    await aws.sources.settle();
    const created = events[0]?.Records[0]?.dynamodb.ApproximateCreationDateTime ?? 0;
    expect(Math.abs(created - now.getTime() / 1000)).toBeLessThan(5);
  });

  it("omits a write that changed nothing, as AWS does", async () => {
    const { aws, batches } = await consumed(() => OK);
    await writeTogether(aws, ["a"]);
    await writeTogether(aws, ["a"]);
    await aws.sources.settle();
    expect(batches).toEqual([["a"]]);
  });

  it("retries from the first failed record", async () => {
    let first = true;
    const { aws, batches } = await consumed((event) => {
      const failing = event.Records.find((record) => record.dynamodb.Keys.pk.S === "c");
      if (!first || !failing) return OK;
      first = false;
      return partial(failing.dynamodb.SequenceNumber);
    });
    await writeTogether(aws, ["a", "b", "c", "d"]);
    await aws.sources.settle();
    expect(batches).toEqual([
      ["a", "b", "c", "d"],
      ["c", "d"],
    ]);
  });

  it("halves a failing batch down to the bad record, then reports it to the on-failure queue", async () => {
    const { aws, batches } = await consumed(
      (event) => (event.Records.some((record) => record.dynamodb.Keys.pk.S === "bad") ? FAILED : OK),
      { bisect: true, retries: 2, onFailureArn: lost.arn },
    );
    await writeTogether(aws, ["a", "b", "bad", "d"]);
    await aws.sources.settle();
    expect(batches.filter((batch) => batch.join() === "bad")).toHaveLength(3);
    expect(batches.filter((batch) => !batch.includes("bad")).flat()).toEqual(["a", "b", "d"]);
    const [message] = aws.queues.messages(lost);
    expect(JSON.parse(message?.body ?? "")).toMatchObject({
      requestContext: { condition: "RetryAttemptsExhausted", functionArn: projector.arn },
      DDBStreamBatchInfo: { batchSize: 1, streamArn },
    });
  });

  it("drops records beyond the maximum age on the stack's clock", async () => {
    let now = new Date();
    const { aws, batches } = await consumed(
      () => {
        now = new Date(now.getTime() + 7_200_000);
        return FAILED;
      },
      { maxAgeSeconds: 3600, onFailureArn: lost.arn },
      { now: () => now },
    );
    await writeTogether(aws, ["a"]);
    await aws.sources.settle();
    expect(batches).toHaveLength(1);
    expect(aws.queues.messages(lost)[0]?.body).toContain("RecordAgeExceeded");
  });

  it("sometimes delivers a batch twice, and the same batches for the same seed", async () => {
    const duplicates = { probability: 0.5, seed: 7 };
    const run = async () => {
      const { aws, batches } = await consumed(() => OK, { batchSize: 1 }, { duplicates });
      await writeTogether(aws, ["a", "b", "c", "d", "e", "f"]);
      await aws.sources.settle();
      await aws.stop();
      return batches.flat().join("");
    };
    const once = await run();
    expect(once).not.toBe("abcdef");
    expect([...new Set(once)].join("")).toBe("abcdef");
    expect(await run()).toBe(once);
    forget();
  });

  it("delivers only records that match the filter", async () => {
    const filters = [
      JSON.stringify({ eventName: ["INSERT"], dynamodb: { Keys: { pk: { S: [{ prefix: "x" }] } } } }),
    ];
    const { aws, batches } = await consumed(() => OK, { filters });
    await write(aws, ["a", "x1", "b", "x2", "x1"]);
    await aws.sources.settle();
    expect(batches.flat()).toEqual(["x1", "x2"]);
  });

  it("keeps a stack from starting if its function's role may not read it", async () => {
    const stranger = fn("insights/project", [allow("dynamodb:GetRecords", streamArn)]);
    const model = stackModel({
      tables: [seats],
      functions: [stranger],
      mappings: [mapping(stranger, streamArn)],
    });
    await expect(startTestAws(model)).rejects.toThrow(
      /Event source mapping Mapping: .*dynamodb:DescribeStream/,
    );
  });

  it("that never settles causes an error that names its event source mapping", async () => {
    const { aws } = await consumed(() => FAILED);
    await writeTogether(aws, ["a"]);
    await expect(aws.sources.settle({ limitMs: 80 })).rejects.toThrow(/left: Mapping \(insights\/project\)/);
  });
});
