import {
  DynamoDBClient,
  type DynamoDBClientConfig,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  TransactWriteItemsCommand,
} from "@aws-sdk/client-dynamodb";
import { SESv2Client, SendEmailCommand } from "@aws-sdk/client-sesv2";
import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type Fault, Fault as FaultSchema, faultEngine } from "../../src/aws/faults.ts";
import { allow, clientConfig, fn, stackModel, startTestAws, type TestAws, table } from "./testStack.ts";

const seats = table("Seats", {
  attributes: { pk: "S", sk: "S", userId: "S" },
  indexes: [{ name: "byUser", key: { hash: "userId", range: "sk" }, projection: "ALL" }],
});
const activate = fn("licenses/activate", [allow("dynamodb:*", [seats.arn, `${seats.arn}/index/*`])]);
const killed: [string, string | null][] = [];
let aws: TestAws;

beforeAll(async () => {
  aws = await startTestAws(stackModel({ tables: [seats], functions: [activate] }), {
    slowMs: 30,
    kill: (functionId, requestId) => void killed.push([functionId, requestId]),
  });
});
afterAll(() => aws.stop());
afterEach(() => aws.faults.clear());

let count = 0;
async function put(more: Partial<DynamoDBClientConfig> = {}): Promise<{ error?: unknown; applied: boolean }> {
  count += 1;
  const Key = { pk: { S: `item ${count}` }, sk: { S: "1" } };
  const client = new DynamoDBClient({ ...clientConfig(aws.endpoint, activate.id), ...more });
  const outcome = await client.send(new PutItemCommand({ TableName: seats.name, Item: Key })).then(
    () => ({}),
    (error: unknown) => ({ error }),
  );
  const read = await aws.dynamodb.call("GetItem", { TableName: seats.name, Key });
  return { ...outcome, applied: "Item" in read };
}
const strike = (mode: Fault["mode"], more: Partial<Fault> = {}) =>
  aws.faults.add({ service: "dynamodb", operation: "PutItem", mode, times: 1, ...more });

describe("faults", () => {
  it("refuse: the given number of calls get the service's error and change nothing", async () => {
    strike("refuse");
    expect(await put()).toMatchObject({ error: { name: "InternalServerError" }, applied: false });
    expect(await put()).toEqual({ applied: true });
  });

  it("throttle: the call gets DynamoDB's throttling error", async () => {
    strike("throttle");
    expect(await put()).toMatchObject({
      error: { name: "ProvisionedThroughputExceededException" },
      applied: false,
    });
  });

  it("throttle: a transaction is canceled with the reason ThrottlingError", async () => {
    strike("throttle", { operation: "TransactWriteItems" });
    const client = new DynamoDBClient(clientConfig(aws.endpoint, activate.id));
    const Put = { TableName: seats.name, Item: { pk: { S: "throttled" }, sk: { S: "1" } } };
    await expect(
      client.send(new TransactWriteItemsCommand({ TransactItems: [{ Put }] })),
    ).rejects.toMatchObject({
      name: "TransactionCanceledException",
      CancellationReasons: [{ Code: "ThrottlingError" }],
    });
  });

  it("hang: the call changes nothing and gets no answer", async () => {
    strike("hang");
    const patience = { requestHandler: { requestTimeout: 20, throwOnRequestTimeout: true } };
    expect(await put(patience)).toMatchObject({ error: { name: "TimeoutError" }, applied: false });
  });

  it("lost: the call is applied, but the answer never arrives", async () => {
    strike("lost");
    expect(await put()).toMatchObject({ error: { code: "ECONNRESET" }, applied: true });
  });

  it("slow: the call succeeds late", async () => {
    strike("slow");
    const started = performance.now();
    expect(await put()).toEqual({ applied: true });
    expect(performance.now() - started).toBeGreaterThan(25);
  });

  it("kill-before and kill-after: the worker ends before or after the write", async () => {
    killed.length = 0;
    strike("kill-before");
    expect(await put()).toMatchObject({ error: expect.anything(), applied: false });
    strike("kill-after");
    expect(await put()).toMatchObject({ error: expect.anything(), applied: true });
    expect(killed.map(([functionId]) => functionId)).toEqual(["licenses/activate", "licenses/activate"]);
  });

  it("faults at SQS and SES give the error codes of these services", async () => {
    const config = clientConfig(aws.endpoint, activate.id);
    const sendMessage = () =>
      new SQSClient(config).send(new SendMessageCommand({ QueueUrl: "http://x/1/none", MessageBody: "x" }));
    const sendMail = () => new SESv2Client(config).send(new SendEmailCommand({ Content: {} }));
    aws.faults.add({ service: "sqs", mode: "throttle", times: 1 });
    aws.faults.add({ service: "sqs", mode: "refuse", times: 1 });
    await expect(sendMessage()).rejects.toMatchObject({ name: "RequestThrottled" });
    await expect(sendMessage()).rejects.toMatchObject({ name: "ServiceUnavailable" });
    aws.faults.add({ service: "ses", operation: "SendEmail", mode: "throttle", times: 1 });
    aws.faults.add({ service: "ses", mode: "refuse", times: 1 });
    await expect(sendMail()).rejects.toMatchObject({ name: "TooManyRequestsException" });
    await expect(sendMail()).rejects.toMatchObject({ name: "InternalServiceErrorException" });
  });

  it("conflict: the transaction is canceled with the reason TransactionConflict", async () => {
    strike("conflict", { operation: "TransactWriteItems" });
    const client = new DynamoDBClient(clientConfig(aws.endpoint, activate.id));
    const Put = { TableName: seats.name, Item: { pk: { S: "t" }, sk: { S: "1" } } };
    await expect(
      client.send(new TransactWriteItemsCommand({ TransactItems: [{ Put }] })),
    ).rejects.toMatchObject({
      name: "TransactionCanceledException",
      CancellationReasons: [{ Code: "TransactionConflict" }],
    });
  });

  it("late: an index shows new, changed and moved rows only after a moment", async () => {
    aws.faults.add({ service: "dynamodb", mode: "late" });
    const client = new DynamoDBClient(clientConfig(aws.endpoint, activate.id));
    const write = (userId: string, device: string) => {
      const Item = { pk: { S: "late" }, sk: { S: "1" }, userId: { S: userId }, device: { S: device } };
      return client.send(
        new TransactWriteItemsCommand({ TransactItems: [{ Put: { TableName: seats.name, Item } }] }),
      );
    };
    const devicesOf = async (userId: string) => {
      const { Items = [] } = await client.send(
        new QueryCommand({
          TableName: seats.name,
          IndexName: "byUser",
          KeyConditionExpression: "userId = :u",
          ExpressionAttributeValues: { ":u": { S: userId } },
        }),
      );
      return Items.map(({ device }) => device?.S);
    };
    await write("ann", "one");
    expect(await devicesOf("ann")).toEqual([]);
    await aws.indexesFollow();
    expect(await devicesOf("ann")).toEqual(["one"]);
    await write("ann", "two");
    expect(await devicesOf("ann")).toEqual(["one"]);
    await aws.indexesFollow();
    await write("bob", "two");
    expect(await devicesOf("bob")).toEqual([]);
    await aws.indexesFollow();
    expect(await devicesOf("bob")).toEqual(["two"]);
    expect(await devicesOf("ann")).toEqual([]);
  });

  it("a fault strikes only the operation and the function that it names", async () => {
    strike("refuse", { function: "licenses/validate" });
    strike("refuse", { operation: "GetItem" });
    expect(await put()).toEqual({ applied: true });
    const client = new DynamoDBClient(clientConfig(aws.endpoint, activate.id));
    const get = new GetItemCommand({ TableName: seats.name, Key: { pk: { S: "x" }, sk: { S: "1" } } });
    await expect(client.send(get)).rejects.toMatchObject({ name: "InternalServerError" });
  });

  it("the same seed strikes the same calls, whatever other calls come between", () => {
    const struck = (seed: number, noise: boolean) => {
      const faults = faultEngine();
      faults.add({ service: "sqs", mode: "refuse", probability: 0.3, seed });
      return Array.from({ length: 200 }, () => {
        if (noise) faults.strike({ service: "ses", operation: "SendEmail", functionId: null });
        return faults.strike({ service: "sqs", operation: "SendMessage", functionId: null }) === "refuse";
      });
    };
    expect(struck(5, true)).toEqual(struck(5, false));
    expect(struck(5, false)).not.toEqual(struck(6, false));
    const share = struck(5, false).filter(Boolean).length / 200;
    expect(share).toBeGreaterThan(0.2);
    expect(share).toBeLessThan(0.4);
  });

  it("a fault with an unknown mode, a wrong service or a wrong value is refused", () => {
    expect(FaultSchema.safeParse({ service: "dynamodb", mode: "explode" }).success).toBe(false);
    expect(FaultSchema.safeParse({ service: "sqs", mode: "conflict" }).success).toBe(false);
    expect(FaultSchema.safeParse({ service: "sqs", mode: "late" }).success).toBe(false);
    expect(FaultSchema.safeParse({ service: "gateway", mode: "lost" }).success).toBe(false);
    expect(FaultSchema.safeParse({ service: "dynamodb", mode: "lost", time: 1 }).success).toBe(false);
    expect(FaultSchema.safeParse({ service: "dynamodb", mode: "lost", probability: 2 }).success).toBe(false);
  });
});
