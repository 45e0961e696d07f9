import * as z from "zod/mini";
import type { StackModel, TableModel } from "../../template/model.ts";
import { AwsError } from "../errors.ts";
import type { Need } from "../types.ts";
import { attributesOf, partitionPlaceholder } from "./expressions.ts";

const TEXT = z.optional(z.string());
const ITEM = z.record(z.string(), z.unknown());
const NAMED = {
  TableName: z.string(),
  Item: z.optional(ITEM),
  Key: z.optional(ITEM),
  ExpressionAttributeNames: z.optional(z.record(z.string(), z.string())),
  ProjectionExpression: TEXT,
  ConditionExpression: TEXT,
  UpdateExpression: TEXT,
};
const PART = z.object(NAMED);
const SINGLE = z.object({
  ...NAMED,
  IndexName: TEXT,
  KeyConditionExpression: TEXT,
  FilterExpression: TEXT,
  ExpressionAttributeValues: z.optional(ITEM),
  AttributesToGet: z.optional(z.array(z.string())),
  Select: TEXT,
  ReturnValues: TEXT,
});
const TRANSACT_WRITE = z.object({
  TransactItems: z.array(
    z.object({
      Put: z.optional(PART),
      Update: z.optional(PART),
      Delete: z.optional(PART),
      ConditionCheck: z.optional(PART),
    }),
  ),
});
const TRANSACT_GET = z.object({ TransactItems: z.array(z.object({ Get: PART })) });
const BATCH_GET = z.object({
  RequestItems: z.record(
    z.string(),
    z.object({
      Keys: z.array(ITEM),
      ProjectionExpression: TEXT,
      ExpressionAttributeNames: z.optional(z.record(z.string(), z.string())),
    }),
  ),
});
const BATCH_WRITE = z.object({
  RequestItems: z.record(
    z.string(),
    z.array(
      z.object({
        PutRequest: z.optional(z.object({ Item: ITEM })),
        DeleteRequest: z.optional(z.object({ Key: ITEM })),
      }),
    ),
  ),
});
const PARTIQL = new Set(["ExecuteStatement", "BatchExecuteStatement", "ExecuteTransaction"]);
const PART_ACTIONS = {
  Put: "PutItem",
  Update: "UpdateItem",
  Delete: "DeleteItem",
  ConditionCheck: "ConditionCheckItem",
};

type Single = z.infer<typeof SINGLE>;

/** Old alternatives to expressions. They are refused, because the permission checks do not understand them. */
const OUTDATED = [
  "KeyConditions",
  "QueryFilter",
  "ScanFilter",
  "AttributeUpdates",
  "Expected",
  "ConditionalOperator",
];

/** The permissions that a call needs. As at AWS, each part of a transaction needs a separate permission. */
export function needsOf(model: StackModel, operation: string, input: unknown): Need[] {
  if (PARTIQL.has(operation)) {
    throw new AwsError(
      "AccessDeniedException",
      `dynamodb:${operation} is PartiQL. The local stack refuses PartiQL, because it cannot check permissions by item.`,
    );
  }
  const outdated = OUTDATED.find((name) => typeof input === "object" && input !== null && name in input);
  if (outdated)
    throw new AwsError("ValidationException", `The local stack refuses ${outdated}: use expressions.`);
  switch (operation) {
    case "TransactWriteItems":
      return read(TRANSACT_WRITE, input).TransactItems.flatMap((item) => [
        ...partNeed(model, "Put", item.Put, operation),
        ...partNeed(model, "Update", item.Update, operation),
        ...partNeed(model, "Delete", item.Delete, operation),
        ...partNeed(model, "ConditionCheck", item.ConditionCheck, operation),
      ]);
    case "TransactGetItems":
      return read(TRANSACT_GET, input).TransactItems.map(({ Get }) =>
        singleNeed(model, "GetItem", Get, { "dynamodb:EnclosingOperation": [operation] }),
      );
    case "BatchGetItem":
      return Object.entries(read(BATCH_GET, input).RequestItems).map(([table, request]) => {
        const names = request.ExpressionAttributeNames ?? {};
        const listed = request.ProjectionExpression ? attributesOf(request.ProjectionExpression, names) : [];
        return manyNeed(model, operation, table, request.Keys, listed);
      });
    case "BatchWriteItem":
      return Object.entries(read(BATCH_WRITE, input).RequestItems).map(([table, requests]) => {
        const items = requests.map((request) => request.PutRequest?.Item ?? request.DeleteRequest?.Key ?? {});
        return manyNeed(model, operation, table, items, []);
      });
    case "ListTables":
    case "DescribeLimits":
    case "DescribeEndpoints":
      return [{ action: `dynamodb:${operation}`, resource: "*" }];
    default:
      return [singleNeed(model, operation, read(SINGLE, input))];
  }
}

function partNeed(
  model: StackModel,
  kind: keyof typeof PART_ACTIONS,
  part: z.infer<typeof PART> | undefined,
  operation: string,
): Need[] {
  if (!part) return [];
  return [singleNeed(model, PART_ACTIONS[kind], part, { "dynamodb:EnclosingOperation": [operation] })];
}

function singleNeed(
  model: StackModel,
  operation: string,
  input: Single,
  more: Record<string, string[]> = {},
): Need {
  const { arn, table } = tableOf(model, input.TableName);
  const names = input.ExpressionAttributeNames ?? {};
  const index = table?.indexes.find((candidate) => candidate.name === input.IndexName);
  const hash = input.IndexName ? index?.key.hash : table?.key.hash;
  const context: Record<string, string[]> = { ...more };
  const leading = leadingKey(input, hash);
  if (leading !== undefined) context["dynamodb:LeadingKeys"] = [leading];
  const attributes = new Set([
    ...Object.keys(input.Item ?? {}),
    ...Object.keys(input.Key ?? {}),
    ...(input.AttributesToGet ?? []),
    ...[
      input.ProjectionExpression,
      input.ConditionExpression,
      input.UpdateExpression,
      input.KeyConditionExpression,
      input.FilterExpression,
    ].flatMap((expression) => (expression ? attributesOf(expression, names) : [])),
  ]);
  if (attributes.size > 0) context["dynamodb:Attributes"] = [...attributes];
  if (input.Select) context["dynamodb:Select"] = [input.Select];
  if (input.ReturnValues) context["dynamodb:ReturnValues"] = [input.ReturnValues];
  const resource = input.IndexName ? `${arn}/index/${input.IndexName}` : arn;
  return { action: `dynamodb:${operation}`, resource, context };
}

function manyNeed(
  model: StackModel,
  operation: string,
  tableName: string,
  items: Record<string, unknown>[],
  listed: string[],
): Need {
  const { arn, table } = tableOf(model, tableName);
  const hash = table?.key.hash;
  const leading = hash ? items.flatMap((item) => keyText(item[hash]) ?? []) : [];
  const attributes = new Set([...items.flatMap((item) => Object.keys(item)), ...listed]);
  return {
    action: `dynamodb:${operation}`,
    resource: arn,
    context: { "dynamodb:LeadingKeys": [...new Set(leading)], "dynamodb:Attributes": [...attributes] },
  };
}

function leadingKey(input: Single, hash: string | undefined): string | undefined {
  if (hash === undefined) return undefined;
  const item = input.Key ?? input.Item;
  if (item) return keyText(item[hash]);
  if (!input.KeyConditionExpression) return undefined;
  const names = input.ExpressionAttributeNames ?? {};
  const placeholder = partitionPlaceholder(input.KeyConditionExpression, names, hash);
  return placeholder ? keyText(input.ExpressionAttributeValues?.[placeholder]) : undefined;
}

const KEY_VALUE = z.union([
  z.object({ S: z.string() }),
  z.object({ N: z.string() }),
  z.object({ B: z.string() }),
]);

function keyText(value: unknown): string | undefined {
  const parsed = KEY_VALUE.safeParse(value);
  return parsed.success ? Object.values(parsed.data)[0] : undefined;
}

/** Also accepts a table's ARN. A table outside the template gets an ARN in the same form. */
function tableOf(model: StackModel, name: string): { arn: string; table: TableModel | undefined } {
  const table = model.tables.find((candidate) => candidate.name === name || candidate.arn === name);
  const arn = name.startsWith("arn:")
    ? name
    : `arn:aws:dynamodb:${model.region}:${model.accountId}:table/${name}`;
  return { arn: table?.arn ?? arn, table };
}

function read<T>(schema: z.ZodMiniType<T>, input: unknown): T {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new AwsError(
    "ValidationException",
    `${issue?.path.join(".") ?? ""}: ${issue?.message ?? "invalid input"}`,
  );
}
