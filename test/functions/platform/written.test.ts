import { TransactionCanceledException, TransactionConflictException } from "@aws-sdk/client-dynamodb";
import { SendMessageBatchCommand, SQSClient } from "@aws-sdk/client-sqs";
import { DynamoDBDocumentClient, TransactWriteCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { mockClient } from "aws-sdk-client-mock";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { transact, updateItem, WriteConflict } from "../../../functions/platform/dynamo.ts";
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

test("a write that meets a transaction on its row is done once that is over", async () => {
  tables
    .on(UpdateCommand)
    .rejectsOnce(met)
    .rejectsOnce(met)
    .resolves({ Attributes: { a: 1 } });
  expect(await write()).toEqual({ a: 1 });
  expect(tables.calls()).toHaveLength(3);
});

test("a write that meets transactions again and again fails as an error of ours, and never as one that was faster", async () => {
  tables.on(UpdateCommand).rejects(met);
  await expect(write()).rejects.toMatchObject({ code: "DATABASE_ERROR" });
  expect(tables.calls()).toHaveLength(8);
});

test("a transaction that meets another is done once that is over", async () => {
  tables.on(TransactWriteCommand).rejectsOnce(canceled("TransactionConflict")).resolves({});
  await transact([]);
  expect(tables.calls()).toHaveLength(2);
});

test("a transaction is repeated while it meets others, and not where a condition is false", async () => {
  tables.on(TransactWriteCommand).rejects(canceled("TransactionConflict"));
  await expect(transact([])).rejects.toThrow(WriteConflict);
  expect(tables.calls()).toHaveLength(8);
  tables.reset();
  tables.on(TransactWriteCommand).rejects(canceled("TransactionConflict", "ConditionalCheckFailed"));
  await expect(transact([])).rejects.toThrow(WriteConflict);
  expect(tables.calls()).toHaveLength(1);
});

test("a queue takes a name with characters that it refuses as they are", async () => {
  queues.onAnyCommand().resolves({});
  const message = { name: "A\uffff\ufffe\ufffd😀" };
  await enqueue("queue", [message]);
  const [sent] = queues.commandCalls(SendMessageBatchCommand);
  const body = sent?.args[0].input.Entries?.[0]?.MessageBody ?? "";
  expect(body).toBe('{"name":"A\\uffff\\ufffe\ufffd😀"}');
  expect(JSON.parse(body)).toEqual(message);
});
