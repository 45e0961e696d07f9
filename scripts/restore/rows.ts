import { isDeepStrictEqual } from "node:util";
import {
  type AttributeValue,
  BatchGetItemCommand,
  type BatchGetItemCommandOutput,
  BatchWriteItemCommand,
  type BatchWriteItemCommandOutput,
  type DynamoDBClient,
  paginateScan,
  type WriteRequest,
} from "@aws-sdk/client-dynamodb";
import { SECOND } from "#shared/instant.ts";
import type { Pause } from "./place.ts";

/** A row as DynamoDB sends it, so that numbers and sets stay exact. */
export type Row = Record<string, AttributeValue>;
type Key = { readonly pk: string; readonly sk: string };
/** A row that differs, and what to do: write the earlier row, delete the newer row, or keep the table's row. */
export type Line = Key & {
  readonly act: "put" | "delete" | "keep";
  readonly table: string;
  readonly why: string;
};

const MAX_READ = 100;
export const MAX_WRITTEN = 25;
const WAIT_MS = SECOND;

const keyOf = ({ pk, sk }: Row): Key => ({ pk: pk?.S ?? "", sk: sk?.S ?? "" });
const nameOf = (row: Row): string => JSON.stringify(keyOf(row));
const rowKey = ({ pk, sk }: Key): Row => ({ pk: { S: pk }, sk: { S: sk } });

async function* pagesOf(client: DynamoDBClient, TableName: string): AsyncGenerator<Row[]> {
  for await (const { Items = [] } of paginateScan({ client }, { TableName, ConsistentRead: true }))
    yield Items;
}

/** @returns the rows that exist, by `nameOf` */
export async function rowsAt(
  client: DynamoDBClient,
  table: string,
  keys: readonly Key[],
  pause: Pause,
): Promise<Map<string, Row>> {
  const found = new Map<string, Row>();
  const read = async (wanted: readonly Key[]) => {
    let left: Row[] | undefined = wanted.map(rowKey);
    while (left?.length) {
      const { Responses, UnprocessedKeys }: BatchGetItemCommandOutput = await client.send(
        new BatchGetItemCommand({ RequestItems: { [table]: { Keys: left, ConsistentRead: true } } }),
      );
      for (const row of Responses?.[table] ?? []) found.set(nameOf(row), row);
      left = UnprocessedKeys?.[table]?.Keys;
      if (left?.length) await pause(WAIT_MS);
    }
  };
  const parts: Promise<void>[] = [];
  for (let index = 0; index < keys.length; index += MAX_READ)
    parts.push(read(keys.slice(index, index + MAX_READ)));
  await Promise.all(parts);
  return found;
}

/** Every row that differs between a table and its earlier state. Skips earlier rows that have expired. */
export async function* differences(
  client: DynamoDBClient,
  { table, beside, now }: { readonly table: string; readonly beside: string; readonly now: Date },
  pause: Pause,
): AsyncGenerator<Line> {
  const isOver = ({ expiresAtEpoch }: Row) =>
    expiresAtEpoch?.N !== undefined && Number(expiresAtEpoch.N) * SECOND <= now.getTime();
  for await (const rows of pagesOf(client, beside)) {
    const current = await rowsAt(client, table, rows.map(keyOf), pause);
    for (const row of rows.filter((one) => !isOver(one))) {
      const is = current.get(nameOf(row));
      if (is === undefined) yield { act: "put", table, ...keyOf(row), why: "lost" };
      else if (!isSame(row, is))
        yield { act: "put", table, ...keyOf(row), why: `changed: ${changed(row, is).join(", ")}` };
    }
  }
  for await (const rows of pagesOf(client, table)) {
    const earlier = await rowsAt(client, beside, rows.map(keyOf), pause);
    for (const row of rows)
      if (!earlier.has(nameOf(row))) yield { act: "keep", table, ...keyOf(row), why: "new" };
  }
}

const changed = (a: Row, b: Row): string[] =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((name) => !isSame(a[name], b[name])).sort();

const isSame = (a: unknown, b: unknown): boolean => isDeepStrictEqual(inOrder(a), inOrder(b));

/** Sorts sets, because a set has no order. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== "object" || value === null || value instanceof Uint8Array) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name,
      /^[SNB]S$/.test(name) && Array.isArray(part) ? [...part].sort() : inOrder(part),
    ]),
  );
}

export async function carryOut(
  client: DynamoDBClient,
  lines: readonly Line[],
  { table, beside }: { readonly table: string; readonly beside: string },
  pause: Pause,
): Promise<void> {
  const puts = lines.filter(({ act }) => act === "put");
  const earlier = await rowsAt(client, beside, puts, pause);
  const writes: WriteRequest[] = [
    ...[...earlier.values()].map((Item) => ({ PutRequest: { Item } })),
    ...lines.filter(({ act }) => act === "delete").map((line) => ({ DeleteRequest: { Key: rowKey(line) } })),
  ];
  for (let index = 0; index < writes.length; index += MAX_WRITTEN) {
    let left: WriteRequest[] | undefined = writes.slice(index, index + MAX_WRITTEN);
    while (left?.length) {
      const { UnprocessedItems }: BatchWriteItemCommandOutput = await client.send(
        new BatchWriteItemCommand({ RequestItems: { [table]: left } }),
      );
      left = UnprocessedItems?.[table];
      if (left?.length) await pause(WAIT_MS);
    }
  }
}
