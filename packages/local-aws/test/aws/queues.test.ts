import {
  DeleteMessageCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  SQSClient,
} from "@aws-sdk/client-sqs";
import { afterEach, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { openQueues } from "../../src/aws/queues/engine.ts";
import type { AwsOptions } from "../../src/aws/server.ts";
import type { InvokeResult } from "../../src/aws/types.ts";
import type { MappingModel, StackModel } from "../../src/template/model.ts";
import {
  allow,
  clientConfig,
  fn,
  mapping,
  QUEUE_READER,
  queue,
  rootConfig,
  stackModel,
  startTestAws,
  type TestAws,
} from "./testStack.ts";

const dead = queue("transfers-dead");
const transfers = queue("transfers", { redrive: { deadLetterArn: dead.arn, maxReceiveCount: 3 } });
const worker = fn("payouts/transfer", [allow(QUEUE_READER, transfers.arn)]);
const sender = fn("payouts/start", [allow("sqs:SendMessage", transfers.arn)]);
const EVENT = z.object({ Records: z.array(z.object({ messageId: z.string(), body: z.string() })) });
type QueueEvent = z.infer<typeof EVENT>;
const OK: InvokeResult = { ok: true, payload: null };
const FAILED: InvokeResult = { ok: false, error: { errorType: "Error", errorMessage: "no" } };

let aws: TestAws | undefined;
afterEach(async () => {
  await aws?.stop();
  aws = undefined;
});

async function start(parts: Partial<StackModel> = {}, more: Partial<AwsOptions> = {}) {
  aws = await startTestAws(
    stackModel({ queues: [transfers, dead], functions: [worker, sender], ...parts }),
    more,
  );
  return { aws, sqs: new SQSClient({ ...rootConfig(aws.endpoint) }) };
}

async function consuming(consume: (event: QueueEvent) => InvokeResult, settings: Partial<MappingModel> = {}) {
  const batches: string[][] = [];
  const invoke: AwsOptions["invoke"] = async (_, event) => {
    const parsed = EVENT.parse(event);
    batches.push(parsed.Records.map((record) => record.body));
    return consume(parsed);
  };
  const started = await start({ mappings: [mapping(worker, transfers.arn, settings)] }, { invoke });
  return { ...started, batches };
}

const QueueUrl = transfers.url;

describe("the queue's API", () => {
  it("a received message is hidden until it is given back, and counts its receives", async () => {
    const { aws, sqs } = await start();
    await sqs.send(
      new SendMessageCommand({
        QueueUrl,
        MessageBody: "one",
        MessageAttributes: { kind: { DataType: "String", StringValue: "x" } },
      }),
    );
    const receive = (VisibilityTimeout = 30) =>
      sqs.send(new ReceiveMessageCommand({ QueueUrl, VisibilityTimeout }));
    const [message] = (await receive()).Messages ?? [];
    expect(message).toMatchObject({ Body: "one", Attributes: { ApproximateReceiveCount: "1" } });
    expect(message?.MessageAttributes?.kind?.StringValue).toBe("x");
    expect((await receive()).Messages).toBeUndefined();
    aws.queues.giveBack(message?.ReceiptHandle ?? "", 0);
    const [again] = (await receive()).Messages ?? [];
    expect(again?.Attributes?.ApproximateReceiveCount).toBe("2");
    await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: again?.ReceiptHandle }));
    expect(aws.queues.counts(transfers)).toEqual({ ready: 0, hidden: 0, delayed: 0 });
  });

  it("a delayed message becomes visible after its delay on the stack's clock", async () => {
    let now = new Date("2026-11-20T10:00:00Z");
    const { aws, sqs } = await start({}, { now: () => now });
    await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: "later", DelaySeconds: 600 }));
    expect(aws.queues.counts(transfers)).toEqual({ ready: 0, hidden: 0, delayed: 1 });
    now = new Date("2026-11-20T10:10:00Z");
    expect(aws.queues.counts(transfers)).toEqual({ ready: 1, hidden: 0, delayed: 0 });
  });

  it("invalid messages are refused, and a valid batch loses only its invalid entries", async () => {
    const { sqs } = await start();
    const entry = (Id: string, MessageBody = "x") => ({ Id, MessageBody });
    const batch = (Entries: ReturnType<typeof entry>[]) =>
      sqs.send(new SendMessageBatchCommand({ QueueUrl, Entries }));
    const big = "x".repeat(1_048_577);
    await expect(sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: big }))).rejects.toThrow(
      /shorter than/,
    );
    await expect(batch([])).rejects.toMatchObject({ name: "EmptyBatchRequest" });
    await expect(batch(Array.from({ length: 11 }, (_, index) => entry(`m${index}`)))).rejects.toMatchObject({
      name: "TooManyEntriesInBatchRequest",
    });
    await expect(batch([entry("a"), entry("a")])).rejects.toMatchObject({ name: "BatchEntryIdsNotDistinct" });
    await expect(
      batch([entry("a", "x".repeat(600_000)), entry("b", "x".repeat(600_000))]),
    ).rejects.toMatchObject({
      name: "BatchRequestTooLong",
    });
    const mixed = await batch([entry("a"), entry("b", "")]);
    expect([mixed.Successful?.length, mixed.Failed?.[0]?.Code]).toEqual([1, "MissingParameter"]);
    const odd = await batch([entry("a", "\ufffd😀"), entry("b", "\uffff")]);
    expect([odd.Successful?.length, odd.Failed?.[0]?.Code]).toEqual([1, "InvalidMessageContents"]);
  });

  it("a function sends only to the queues that its role names, also in batches", async () => {
    const { aws } = await start();
    const client = new SQSClient(clientConfig(aws.endpoint, sender.id));
    const batch = new SendMessageBatchCommand({ QueueUrl, Entries: [{ Id: "1", MessageBody: "x" }] });
    await expect(client.send(batch)).resolves.toMatchObject({ Successful: [{ Id: "1" }] });
    await expect(
      client.send(new SendMessageCommand({ QueueUrl: dead.url, MessageBody: "x" })),
    ).rejects.toThrow(
      /not authorized to perform: sqs:SendMessage on resource: arn:aws:sqs:\S+transfers-dead/,
    );
  });

  it("a message whose sending was acknowledged survives a crash", async () => {
    const { aws, sqs } = await start();
    await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: "kept" }));
    const reopened = openQueues({ dataDir: aws.dataDir, queues: () => [transfers], now: () => new Date() });
    expect(reopened.receive(transfers, 10).map((message) => message.body)).toEqual(["kept"]);
  });
});

describe("queues that call functions", () => {
  it("deliver batches and delete the processed messages", async () => {
    const { aws, batches } = await consuming(() => OK, { batchSize: 2 });
    for (const body of ["a", "b", "c"]) aws.queues.send(transfers, { body });
    await aws.sources.settle();
    expect(batches.flat().sort()).toEqual(["a", "b", "c"]);
    expect(Math.max(...batches.map((batch) => batch.length))).toBeLessThanOrEqual(2);
    expect(aws.queues.messages(transfers)).toEqual([]);
  });

  it("redeliver only the messages that the function reported as failed", async () => {
    let failedOnce = false;
    const { aws, batches } = await consuming((event) => {
      const bad = event.Records.find((record) => record.body === "b");
      if (failedOnce || !bad) return OK;
      failedOnce = true;
      return { ok: true, payload: { batchItemFailures: [{ itemIdentifier: bad.messageId }] } };
    });
    for (const body of ["a", "b", "c"]) aws.queues.send(transfers, { body });
    await aws.sources.settle();
    expect(batches.flat().filter((body) => body === "b")).toHaveLength(2);
    expect(
      batches
        .flat()
        .filter((body) => body !== "b")
        .sort(),
    ).toEqual(["a", "c"]);
  });

  it("move a message that fails too often to the dead-letter queue, and then settle", async () => {
    const { aws, batches } = await consuming(() => FAILED);
    aws.queues.send(transfers, { body: "bad" });
    await aws.sources.settle();
    expect(batches).toEqual([["bad"], ["bad"], ["bad"]]);
    expect(aws.queues.messages(dead).map((message) => message.body)).toEqual(["bad"]);
  });

  it("deliver duplicates if asked to, but do not move them to the dead-letter queue", async () => {
    const { aws, batches } = await consuming(() => OK, { batchSize: 1 });
    aws.sources.setDuplicates({ probability: 1, seed: 3 });
    aws.queues.send(transfers, { body: "a" });
    await aws.sources.settle();
    expect(batches.length).toBe(3);
    expect(aws.queues.messages(dead)).toEqual([]);
  });

  it("settle without waiting for a delayed message that is not due", async () => {
    const { aws, batches } = await consuming(() => OK);
    aws.queues.send(transfers, { body: "later", delaySeconds: 600 });
    await aws.sources.settle();
    expect(batches).toEqual([]);
  });
});
