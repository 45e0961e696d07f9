import { AsyncLocalStorage } from "node:async_hooks";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { LambdaClient } from "@aws-sdk/client-lambda";
import { SQSClient } from "@aws-sdk/client-sqs";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { namesOf } from "../../infra/names.ts";
import { FUNCTION_PREFIX } from "./environment.ts";

/**
 * Records each function's actions on tables, queues and functions, in the format of the local stack's usage.json.
 * test/permissions compares both with the permissions in the template.
 */
type Input = {
  TableName?: string;
  IndexName?: string;
  RequestItems?: Record<string, unknown>;
  TransactItems?: Partial<Record<keyof typeof PART_ACTIONS, { TableName: string }>>[];
  QueueUrl?: string;
  FunctionName?: string;
};
type Sender = { send: (command: { input: Input }, ...rest: unknown[]) => unknown };

const PART_ACTIONS = {
  Put: "PutItem",
  Update: "UpdateItem",
  Delete: "DeleteItem",
  ConditionCheck: "ConditionCheckItem",
};
/** The document client's names of operations, with DynamoDB's names. */
const SHORTENED: Readonly<Record<string, string>> = {
  Get: "GetItem",
  Put: "PutItem",
  Update: "UpdateItem",
  Delete: "DeleteItem",
  BatchGet: "BatchGetItem",
};
const names = namesOf("dev");
const arn = (service: string, resource: string) => `arn:aws:${service}:us-east-1:000000000000:${resource}`;
const tableArn = (table: string) => arn("dynamodb", `table/${names.table(table)}`);

const running = new AsyncLocalStorage<string>();
const used = new Map<string, Map<string, Set<string>>>();

/** Records all calls of the work as this function's use. */
export const asFunction = <T>(id: string, work: () => T): T => running.run(id, work);

/** A transaction counts as its parts, as at AWS. */
function usesOf(command: string, input: Input): [action: string, resource: string][] {
  const { TableName, IndexName, RequestItems, TransactItems, QueueUrl, FunctionName } = input;
  if (QueueUrl !== undefined) return [["sqs:SendMessage", arn("sqs", names.queue(QueueUrl))]];
  if (FunctionName !== undefined) {
    const name = names.function(FunctionName.slice(FUNCTION_PREFIX.length + 1));
    return [["lambda:InvokeFunction", arn("lambda", `function:${name}`)]];
  }
  if (TransactItems)
    return TransactItems.flatMap((part) =>
      Object.entries(part).map(([kind, { TableName: table }]): [string, string] => [
        `dynamodb:${PART_ACTIONS[kind as keyof typeof PART_ACTIONS]}`,
        tableArn(table),
      ]),
    );
  const operation = SHORTENED[command] ?? command;
  if (RequestItems)
    return Object.keys(RequestItems).map((table) => [`dynamodb:${operation}`, tableArn(table)]);
  const index = IndexName === undefined ? "" : `/index/${IndexName}`;
  return [[`dynamodb:${operation}`, `${tableArn(String(TableName))}${index}`]];
}

function note(command: { input: Input }): void {
  const id = running.getStore();
  if (id === undefined) return;
  const actions = used.get(id) ?? new Map<string, Set<string>>();
  used.set(id, actions);
  for (const [action, resource] of usesOf(command.constructor.name.replace(/Command$/, ""), command.input)) {
    const resources = actions.get(action) ?? new Set();
    actions.set(action, resources.add(resource));
  }
}

/** Records the calls of the SDK's clients from now on. Call it once, after the world has replaced the clients. */
export function recordUse(): void {
  for (const Client of [DynamoDBDocumentClient, SQSClient, LambdaClient]) {
    const clients = Client.prototype as unknown as Sender;
    const { send } = clients;
    clients.send = function (this: unknown, command, ...rest) {
      note(command);
      return send.call(this, command, ...rest);
    } as Sender["send"];
  }
}

export const readUse = (): Record<string, Record<string, string[]>> =>
  Object.fromEntries(
    [...used].map(([id, actions]) => [
      id,
      Object.fromEntries([...actions].map(([action, resources]) => [action, [...resources].sort()])),
    ]),
  );

/**
 * Writes the recording where test/permissions reads it, unless no function ran. Then clears it for the process's next
 * file.
 */
export function writeUse(name: string): void {
  if (used.size === 0) return;
  const directory = path.resolve(import.meta.dirname, "../../.local", `test-world-${name}`, "data");
  mkdirSync(directory, { recursive: true });
  writeFileSync(path.join(directory, "usage.json"), `${JSON.stringify(readUse(), null, 2)}\n`);
  used.clear();
}
