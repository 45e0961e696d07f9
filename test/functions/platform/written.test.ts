import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { TransactionCanceledException, TransactionConflictException } from "@aws-sdk/client-dynamodb";
import { SendMessageBatchCommand, SQSClient } from "@aws-sdk/client-sqs";
import {
  BatchGetCommand,
  DynamoDBDocumentClient,
  TransactWriteCommand,
  UpdateCommand,
} from "@aws-sdk/lib-dynamodb";
import { mockClient } from "aws-sdk-client-mock";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import {
  getItem,
  getItems,
  transact,
  updateItem,
  WriteConflict,
} from "../../../functions/platform/dynamo.ts";
import { enqueue } from "../../../functions/platform/queue.ts";

const tables = mockClient(DynamoDBDocumentClient);
const queues = mockClient(SQSClient);
const met = new TransactionConflictException({
  message: "Transaction is ongoing for the item",
  $metadata: {},
});
const canceled = (...codes: string[]) =>
  new TransactionCanceledException({
    message: "Transaction canceled",
    $metadata: {},
    CancellationReasons: codes.map((Code) => ({ Code })),
  });
const write = () => updateItem({ TableName: "seats", Key: { pk: "a" }, UpdateExpression: "SET a = :a" });

beforeEach(() => {
  tables.reset();
  queues.reset();
  vi.spyOn(Math, "random").mockReturnValue(0);
});
afterAll(() => {
  tables.restore();
  queues.restore();
  vi.restoreAllMocks();
});

test("a write that conflicts with a transaction is retried until it succeeds", async () => {
  tables
    .on(UpdateCommand)
    .rejectsOnce(met)
    .rejectsOnce(met)
    .resolves({ Attributes: { a: 1 } });
  expect(await write()).toEqual({ a: 1 });
  expect(tables.calls()).toHaveLength(3);
});

test("a write that conflicts every time fails with DATABASE_ERROR", async () => {
  tables.on(UpdateCommand).rejects(met);
  await expect(write()).rejects.toMatchObject({ code: "DATABASE_ERROR" });
  expect(tables.calls()).toHaveLength(8);
});

test("a transaction that conflicts with another transaction is retried until it succeeds", async () => {
  tables.on(TransactWriteCommand).rejectsOnce(canceled("TransactionConflict")).resolves({});
  await transact([]);
  expect(tables.calls()).toHaveLength(2);
});

test("a transaction is repeated after a conflict, but not after a false condition", async () => {
  tables.on(TransactWriteCommand).rejects(canceled("TransactionConflict"));
  await expect(transact([])).rejects.toThrow(WriteConflict);
  expect(tables.calls()).toHaveLength(8);
  tables.reset();
  tables.on(TransactWriteCommand).rejects(canceled("TransactionConflict", "ConditionalCheckFailed"));
  await expect(transact([])).rejects.toThrow(WriteConflict);
  expect(tables.calls()).toHaveLength(1);
});

test("a throttled transaction is repeated", async () => {
  tables.on(TransactWriteCommand).rejectsOnce(canceled("None", "ThrottlingError")).resolves({});
  await transact([]);
  expect(tables.calls()).toHaveLength(2);
});

test("unprocessed keys are requested again a few times", async () => {
  const keys = { seats: [{ pk: "a" }] };
  const UnprocessedKeys = { seats: { Keys: [{ pk: "a" }] } };
  tables
    .on(BatchGetCommand)
    .resolvesOnce({ UnprocessedKeys })
    .resolves({ Responses: { seats: [{ pk: "a", n: 1 }] } });
  expect(await getItems(keys)).toEqual({ seats: [{ pk: "a", n: 1 }] });
  tables.reset();
  tables.on(BatchGetCommand).resolves({ UnprocessedKeys });
  await expect(getItems(keys)).rejects.toMatchObject({ code: "DATABASE_ERROR" });
  expect(tables.calls()).toHaveLength(8);
});

test("rows that are asked for twice are read once, because DynamoDB refuses duplicate keys", async () => {
  tables.on(BatchGetCommand).resolves({});
  await getItems({ seats: [{ pk: "a" }, { pk: "b" }, { pk: "a" }] });
  expect(tables.commandCalls(BatchGetCommand)[0]?.args[0].input.RequestItems?.seats?.Keys).toEqual([
    { pk: "a" },
    { pk: "b" },
  ]);
});

test("a request to DynamoDB that gets no answer is repeated", async () => {
  let asked = 0;
  const server = createServer((_request, response) => {
    asked += 1;
    if (asked > 1) response.end('{"Item":{"pk":{"S":"a"}}}');
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  vi.stubEnv("AWS_ENDPOINT_URL", `http://127.0.0.1:${port}`);
  vi.stubEnv("AWS_REGION", "eu-central-1");
  vi.stubEnv("AWS_ACCESS_KEY_ID", "test");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "test");
  tables.restore();
  try {
    expect(await getItem({ TableName: "seats", Key: { pk: "a" } })).toEqual({ pk: "a" });
    expect(asked).toBe(2);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test("a name with characters that a queue refuses is escaped", async () => {
  queues.onAnyCommand().resolves({});
  const message = { name: "A\uffff\ufffe\ufffd😀" };
  await enqueue("queue", [message]);
  const [sent] = queues.commandCalls(SendMessageBatchCommand);
  const body = sent?.args[0].input.Entries?.[0]?.MessageBody ?? "";
  expect(body).toBe('{"name":"A\\uffff\\ufffe\ufffd😀"}');
  expect(JSON.parse(body)).toEqual(message);
});
