import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { openQueues } from "../../src/aws/queues/engine.ts";
import { duplicator } from "../../src/aws/sources/duplicates.ts";
import { queueSource } from "../../src/aws/sources/queue.ts";
import type { SourceContext } from "../../src/aws/sources/source.ts";
import { streamSource } from "../../src/aws/sources/stream.ts";
import type { MappingModel } from "../../src/template/model.ts";
import { fn, mapping, queue, stackModel, startTestAws, table } from "./testStack.ts";

const transfers = queue("transfers");
const bare = table("Seats");
const seats = { ...bare, streamArn: `${bare.arn}/stream/1`, streamView: "NEW_IMAGE" as const };
const worker = fn("payouts/transfer");

const ends: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

function contextFor(sourceArn: string, settings: Partial<MappingModel>) {
  const dataDir = mkdtempSync(join(tmpdir(), "shop-window-"));
  ends.push(() => rmSync(dataDir, { recursive: true }));
  const model = stackModel({ tables: [seats], queues: [transfers], functions: [worker] });
  const sizes: number[] = [];
  const context: SourceContext = {
    model: () => model,
    mapping: mapping(worker, sourceArn, settings),
    fn: worker,
    invoke: async (_, event) => {
      const records = typeof event === "object" && event && "Records" in event ? event.Records : [];
      sizes.push(Array.isArray(records) ? records.length : 0);
      return { ok: true, payload: null };
    },
    queues: openQueues({ dataDir, queues: () => [transfers], now: () => new Date() }),
    duplicates: duplicator({ probability: 0, seed: 1 }),
    now: () => new Date(),
    pauseMs: () => 1,
    log: () => {},
    alive: () => true,
  };
  return { context, sizes };
}

describe("the batching window", () => {
  it("of a queue delays a small batch, unless the stack settles", async () => {
    const { context, sizes } = contextFor(transfers.arn, { batchSize: 3, windowSeconds: 60 });
    const source = queueSource(context, transfers);
    context.queues.send(transfers, { body: "1" });
    expect(await source.deliver(false)).toBe("nothing");
    expect(source.pending()).toBe(true);
    expect(await source.deliver(true)).toBe("all");
    for (const body of ["2", "3", "4"]) context.queues.send(transfers, { body });
    expect(await source.deliver(false)).toBe("all");
    expect(sizes).toEqual([1, 3]);
    expect(source.pending()).toBe(false);
  });

  it("of a stream delays a small batch, unless the stack settles", async () => {
    const aws = await startTestAws(stackModel({ tables: [seats] }));
    ends.push(() => aws.stop());
    const { context, sizes } = contextFor(seats.streamArn, { batchSize: 2, windowSeconds: 60 });
    const places = new Map<string, string | null>();
    const positions = {
      get: (id: string) => places.get(id),
      set: (id: string, at: string | null) => void places.set(id, at),
    };
    const source = await streamSource(context, aws.dynamodb, seats, positions);
    const put = (pk: string) =>
      aws.dynamodb.call("PutItem", { TableName: seats.name, Item: { pk: { S: pk }, sk: { S: "1" } } });
    const idle = source.idleMs();
    await put("a");
    expect(await source.deliver(false)).toBe("nothing");
    expect(source.idleMs()).toBeLessThan(idle);
    expect(await source.deliver(true)).toBe("all");
    expect(source.idleMs()).toBe(idle);
    await put("b");
    await put("c");
    expect(await source.deliver(false)).toBe("part");
    expect(sizes).toEqual([1, 2]);
  });

  it("of a stream lets repeated polls share one read, and closes when a poll fails", async () => {
    const aws = await startTestAws(stackModel({ tables: [seats] }));
    ends.push(() => aws.stop());
    const { context } = contextFor(seats.streamArn, { batchSize: 9, windowSeconds: 60 });
    let reads = 0;
    let gone = false;
    const counting = {
      ...aws.dynamodb,
      streams: async (operation: string, input: object) => {
        if (gone) throw new Error("database gone");
        if (operation === "GetRecords") reads += 1;
        return aws.dynamodb.streams(operation, input);
      },
    };
    const places = new Map<string, string | null>();
    const source = await streamSource(context, counting, seats, {
      get: (id) => places.get(id),
      set: (id, at) => void places.set(id, at),
    });
    const idle = source.idleMs();
    await aws.dynamodb.call("PutItem", { TableName: seats.name, Item: { pk: { S: "a" }, sk: { S: "1" } } });
    for (let wake = 0; wake < 5; wake += 1) expect(await source.deliver(false)).toBe("nothing");
    expect(reads).toBe(1);
    // An open window after a failed poll would cause polls without a pause.
    gone = true;
    await expect(source.deliver(true)).rejects.toThrow("database gone");
    expect(source.idleMs()).toBe(idle);
    gone = false;
    expect(await source.deliver(true)).toBe("all");
  });
});

it("an event source mapping that starts at LATEST skips earlier records", async () => {
  const aws = await startTestAws(stackModel({ tables: [seats] }));
  ends.push(() => aws.stop());
  const put = (pk: string) =>
    aws.dynamodb.call("PutItem", { TableName: seats.name, Item: { pk: { S: pk }, sk: { S: "1" } } });
  await put("before");
  const { context, sizes } = contextFor(seats.streamArn, { startingPosition: "LATEST" });
  const places = new Map<string, string | null>();
  const positions = {
    get: (id: string) => places.get(id),
    set: (id: string, at: string | null) => void places.set(id, at),
  };
  const source = await streamSource(context, aws.dynamodb, seats, positions);
  expect(await source.deliver(true)).toBe("nothing");
  await put("after");
  await source.deliver(true);
  expect(sizes).toEqual([1]);
});
