import * as z from "zod/mini";
import type { Dynamodb } from "../../dynamodb/client.ts";
import type { StackModel } from "../../template/model.ts";
import type { Authorize } from "../authorize.ts";
import { AwsError, JSON_1_0 } from "../errors.ts";
import type { Answer, AwsCall, Consumed } from "../types.ts";
import type { LateIndexes } from "./lateIndexes.ts";
import { needsOf } from "./needs.ts";
import { partitionsOf, placeOf } from "./partitions.ts";

/** Operations that can return their consumed capacity. */
const METERED = new Set([
  "GetItem",
  "PutItem",
  "UpdateItem",
  "DeleteItem",
  "Query",
  "Scan",
  "BatchGetItem",
  "BatchWriteItem",
  "TransactGetItems",
  "TransactWriteItems",
]);
const WRITES = new Set(["PutItem", "UpdateItem", "DeleteItem", "BatchWriteItem", "TransactWriteItems"]);

export type DynamodbProxy = {
  model: () => StackModel;
  client: Dynamodb;
  authorize: Authorize;
  /** Called with the written tables after a write, which may have created stream records. */
  onWrite: (tableArns: string[]) => void;
  /** Returns undefined unless the fault `late` is active. */
  late: () => LateIndexes | undefined;
};

/**
 * Checks a call's permissions, forwards the call, and records the capacity that it consumed. If the caller did not ask
 * for the capacity, the proxy asks for it and removes it from the answer.
 */
export async function proxyDynamodb(proxy: DynamodbProxy, call: AwsCall): Promise<Answer> {
  const target = call.headers["x-amz-target"] ?? "";
  if (!target.startsWith("DynamoDB_20120810.")) {
    throw new AwsError("UnknownOperationException", `The local stack has no ${target} for functions.`);
  }
  const input = objectOf(call.body);
  const needs = needsOf(proxy.model(), call.operation, input);
  proxy.authorize(call, needs);

  const asked = input.ReturnConsumedCapacity;
  const quiet = METERED.has(call.operation) && (asked === undefined || asked === "NONE");
  const body = quiet ? JSON.stringify({ ...input, ReturnConsumedCapacity: "INDEXES" }) : call.body;
  if (WRITES.has(call.operation)) await proxy.late()?.remember(input);
  const answer = await proxy.client.raw(target, body);
  if (WRITES.has(call.operation) && answer.status === 200) proxy.onWrite(call.trace.resources);

  const headers = { "content-type": answer.headers["content-type"] ?? JSON_1_0 };
  if (!METERED.has(call.operation) || answer.status !== 200) return { ...answer, headers };
  const output = objectOf(answer.body);
  const partitions = partitionsOf(proxy.model(), input, needs);
  call.trace.consumed.push(
    ...consumedOf(output.ConsumedCapacity).map((consumed) => ({
      ...consumed,
      partitions: [...(partitions.get(placeOf(consumed.table, consumed.index)) ?? [])],
    })),
  );
  if (!quiet) return { ...answer, headers };
  const { ConsumedCapacity: _, ...rest } = output;
  return { status: 200, headers, body: JSON.stringify(rest) };
}

const UNITS = z.object({ CapacityUnits: z.optional(z.number()) });
const INDEXES = z.optional(z.record(z.string(), UNITS));
const CAPACITY = z.object({
  TableName: z.string(),
  CapacityUnits: z.optional(z.number()),
  Table: z.optional(UNITS),
  GlobalSecondaryIndexes: INDEXES,
  LocalSecondaryIndexes: INDEXES,
});
const CAPACITIES = z.union([z.array(CAPACITY), CAPACITY]);

function consumedOf(value: unknown): Omit<Consumed, "partitions">[] {
  const parsed = CAPACITIES.safeParse(value);
  if (!parsed.success) return [];
  const all = Array.isArray(parsed.data) ? parsed.data : [parsed.data];
  return all.flatMap((capacity) => {
    const indexes = { ...capacity.GlobalSecondaryIndexes, ...capacity.LocalSecondaryIndexes };
    const table = capacity.TableName;
    const own = capacity.Table?.CapacityUnits ?? (capacity.Table ? 0 : capacity.CapacityUnits);
    return [
      ...(own ? [{ table, index: null, units: own }] : []),
      ...Object.entries(indexes).map(([index, units]) => ({ table, index, units: units.CapacityUnits ?? 0 })),
    ];
  });
}

function objectOf(text: string): Record<string, unknown> {
  const parsed = parseJson(text);
  if (isObject(parsed)) return parsed;
  throw new AwsError("SerializationException", "The body is not a JSON object.");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
