import * as z from "zod/mini";
import type { KeySchema, TableModel } from "../template/model.ts";
import { type Dynamodb, DynamodbError } from "./client.ts";

const KEY = z.array(z.object({ AttributeName: z.string(), KeyType: z.enum(["HASH", "RANGE"]) }));
const DESCRIPTION = z.object({
  Table: z.object({
    TableStatus: z.string(),
    KeySchema: KEY,
    AttributeDefinitions: z.array(z.object({ AttributeName: z.string(), AttributeType: z.string() })),
    GlobalSecondaryIndexes: z.optional(
      z.array(z.object({ IndexName: z.string(), IndexStatus: z.optional(z.string()), KeySchema: KEY })),
    ),
    StreamSpecification: z.optional(
      z.object({ StreamEnabled: z.boolean(), StreamViewType: z.optional(z.string()) }),
    ),
  }),
});
type Description = z.infer<typeof DESCRIPTION>["Table"];

const ACTIVE_LIMIT_MS = 60_000;

/** Creates and changes tables as in the template. @throws for a change that needs a new table */
export async function ensureTables(client: Dynamodb, tables: TableModel[]): Promise<void> {
  await Promise.all(tables.map((table) => ensureTable(client, table)));
}

async function ensureTable(client: Dynamodb, table: TableModel): Promise<void> {
  const before = await describe(client, table.name);
  if (!before) {
    await client.call("CreateTable", creation(table));
    await active(client, table.name);
  } else {
    compareKeys(table, before);
    await addIndexes(client, table, before);
    await setStream(client, table, before);
  }
  await setTimeToLive(client, table);
}

export async function describe(client: Dynamodb, name: string): Promise<Description | null> {
  try {
    return DESCRIPTION.parse(await client.call("DescribeTable", { TableName: name })).Table;
  } catch (error) {
    if (error instanceof DynamodbError && error.code === "ResourceNotFoundException") return null;
    throw error;
  }
}

/** Waits, because DynamoDB creates tables and indexes in the background. */
async function active(client: Dynamodb, name: string): Promise<Description> {
  const end = Date.now() + ACTIVE_LIMIT_MS;
  for (let pause = 2; ; pause = Math.min(pause * 2, 500)) {
    const table = await describe(client, name);
    const ready =
      table?.TableStatus === "ACTIVE" &&
      (table.GlobalSecondaryIndexes ?? []).every((index) => (index.IndexStatus ?? "ACTIVE") === "ACTIVE");
    if (table && ready) return table;
    if (Date.now() > end)
      throw new Error(`Table ${name} is still not ACTIVE after ${ACTIVE_LIMIT_MS / 1000} s.`);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

function creation(table: TableModel): object {
  return {
    TableName: table.name,
    BillingMode: "PAY_PER_REQUEST",
    KeySchema: keySchema(table.key),
    AttributeDefinitions: definitions(table, [table.key, ...table.indexes.map((index) => index.key)]),
    ...(table.indexes.length > 0 && { GlobalSecondaryIndexes: table.indexes.map(indexSpecification) }),
    ...(table.streamView && {
      StreamSpecification: { StreamEnabled: true, StreamViewType: table.streamView },
    }),
  };
}

function indexSpecification(index: TableModel["indexes"][number]): object {
  const projection = Array.isArray(index.projection)
    ? { ProjectionType: "INCLUDE", NonKeyAttributes: index.projection }
    : { ProjectionType: index.projection };
  return { IndexName: index.name, KeySchema: keySchema(index.key), Projection: projection };
}

function keySchema(key: KeySchema): object[] {
  const hash = { AttributeName: key.hash, KeyType: "HASH" };
  return key.range ? [hash, { AttributeName: key.range, KeyType: "RANGE" }] : [hash];
}

/** DynamoDB refuses definitions of attributes that no key uses. */
function definitions(table: TableModel, keys: KeySchema[]): object[] {
  const names = new Set(keys.flatMap((key) => (key.range ? [key.hash, key.range] : [key.hash])));
  return [...names].map((name) => {
    const type = table.attributes[name];
    if (!type) throw new Error(`Table ${table.logicalId}: the key attribute "${name}" has no definition.`);
    return { AttributeName: name, AttributeType: type };
  });
}

function compareKeys(table: TableModel, before: Description): void {
  const was = written(before.KeySchema, before);
  const is = modeled(table.key, table);
  if (was !== is) {
    throw new Error(
      `Table ${table.name} has the key ${was} in the database and ${is} in the template. A key cannot be changed: start once with empty data (another --data folder, or --reset).`,
    );
  }
  for (const index of table.indexes) {
    const old = before.GlobalSecondaryIndexes?.find((candidate) => candidate.IndexName === index.name);
    if (old && written(old.KeySchema, before) !== modeled(index.key, table)) {
      throw new Error(
        `Index ${table.name}/${index.name} has another key in the database than in the template. Give the index a new name, or start once with empty data (another --data folder, or --reset).`,
      );
    }
  }
}

function modeled(key: KeySchema, table: TableModel): string {
  const names = key.range ? [key.hash, key.range] : [key.hash];
  return names.map((name) => `${name}:${table.attributes[name]}`).join("+");
}

function written(key: z.infer<typeof KEY>, table: Description): string {
  const type = (name: string) =>
    table.AttributeDefinitions.find((definition) => definition.AttributeName === name)?.AttributeType;
  const sorted = [...key].sort((a, b) => a.KeyType.localeCompare(b.KeyType));
  return sorted.map(({ AttributeName }) => `${AttributeName}:${type(AttributeName)}`).join("+");
}

/** Adds one index at a time, as DynamoDB requires. Drops indexes that the template no longer has. */
async function addIndexes(client: Dynamodb, table: TableModel, before: Description): Promise<void> {
  const had = before.GlobalSecondaryIndexes ?? [];
  for (const { IndexName } of had) {
    if (table.indexes.some((index) => index.name === IndexName)) continue;
    await client.call("UpdateTable", {
      TableName: table.name,
      GlobalSecondaryIndexUpdates: [{ Delete: { IndexName } }],
    });
    await active(client, table.name);
  }
  for (const index of table.indexes) {
    if (had.some((old) => old.IndexName === index.name)) continue;
    await client.call("UpdateTable", {
      TableName: table.name,
      AttributeDefinitions: definitions(table, [table.key, index.key]),
      GlobalSecondaryIndexUpdates: [{ Create: indexSpecification(index) }],
    });
    await active(client, table.name);
  }
}

/** A stream's view can change only while the stream is off. */
async function setStream(client: Dynamodb, table: TableModel, before: Description): Promise<void> {
  const on = before.StreamSpecification?.StreamEnabled ? before.StreamSpecification.StreamViewType : null;
  if ((on ?? null) === table.streamView) return;
  const change = (specification: object) =>
    client.call("UpdateTable", { TableName: table.name, StreamSpecification: specification });
  if (on) {
    await change({ StreamEnabled: false });
    await active(client, table.name);
  }
  if (table.streamView) {
    await change({ StreamEnabled: true, StreamViewType: table.streamView });
    await active(client, table.name);
  }
}

const TIME_TO_LIVE = z.object({
  TimeToLiveDescription: z.optional(
    z.object({ TimeToLiveStatus: z.optional(z.string()), AttributeName: z.optional(z.string()) }),
  ),
});

async function setTimeToLive(client: Dynamodb, table: TableModel): Promise<void> {
  const answer = await client.call("DescribeTimeToLive", { TableName: table.name });
  const was = TIME_TO_LIVE.parse(answer).TimeToLiveDescription;
  const on = was?.TimeToLiveStatus === "ENABLED" || was?.TimeToLiveStatus === "ENABLING";
  const attribute = on ? (was?.AttributeName ?? null) : null;
  if (attribute === table.ttlAttribute) return;
  const change = (name: string, enabled: boolean) =>
    client.call("UpdateTimeToLive", {
      TableName: table.name,
      TimeToLiveSpecification: { AttributeName: name, Enabled: enabled },
    });
  if (attribute) await change(attribute, false);
  if (table.ttlAttribute) await change(table.ttlAttribute, true);
}
