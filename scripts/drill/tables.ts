import { createHash } from "node:crypto";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DeleteCommand, DynamoDBDocumentClient, PutCommand, ScanCommand } from "@aws-sdk/lib-dynamodb";
import { LOCAL_SECRET_KEY, ROOT_ACCESS_KEY } from "#local-aws";
import type { StackFile } from "../../local/stackFile.ts";

export type Row = Record<string, unknown>;

const keyOf = ({ pk, sk }: Row) => ({ pk, sk });
const nameOf = (row: Row): string => JSON.stringify(keyOf(row));
/** Sorts names and members of sets and lists, so that equal content gives equal text. */
function sorted(value: unknown): unknown {
  if (value instanceof Set) return { set: [...value].map(String).sort() };
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).sort(([a], [b]) => a.localeCompare(b));
  return Object.fromEntries(fields.map(([name, part]) => [name, sorted(part)]));
}
const textOf = (row: Row): string => JSON.stringify(sorted(row));

/** The same for equal rows in any order. */
export function digestOf(rows: readonly Row[]): string {
  return createHash("sha256").update(rows.map(textOf).sort().join("\n")).digest("hex").slice(0, 16);
}

/** Reads and writes a local stack's tables directly, like a restore. */
export function openTables({ dynamodb }: StackFile) {
  const client = DynamoDBDocumentClient.from(
    new DynamoDBClient({
      endpoint: dynamodb.endpoint,
      region: dynamodb.region,
      credentials: { accessKeyId: ROOT_ACCESS_KEY, secretAccessKey: LOCAL_SECRET_KEY },
    }),
  );
  const physical = (table: string) => dynamodb.tables[table];

  async function rowsOf(table: string): Promise<Row[]> {
    const rows: Row[] = [];
    let start: Row | undefined;
    do {
      const page = await client.send(
        new ScanCommand({
          TableName: physical(table),
          ConsistentRead: true,
          ...(start === undefined ? {} : { ExclusiveStartKey: start }),
        }),
      );
      rows.push(...(page.Items ?? []));
      start = page.LastEvaluatedKey;
    } while (start !== undefined);
    return rows;
  }
  const put = (table: string, row: Row) =>
    client.send(new PutCommand({ TableName: physical(table), Item: row }));
  const remove = (table: string, row: Row) =>
    client.send(new DeleteCommand({ TableName: physical(table), Key: keyOf(row) }));

  /** Restores a table: deletes newer rows and writes the others. */
  async function restore(table: string, rows: readonly Row[]): Promise<void> {
    const before = new Set(rows.map(nameOf));
    for (const row of await rowsOf(table)) if (!before.has(nameOf(row))) await remove(table, row);
    for (const row of rows) await put(table, row);
  }

  return { names: Object.keys(dynamodb.tables).sort(), rowsOf, put, remove, restore };
}
export type Tables = ReturnType<typeof openTables>;
