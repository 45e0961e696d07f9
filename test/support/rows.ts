import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import {
  DeleteCommand,
  DynamoDBDocumentClient,
  PutCommand,
  ScanCommand,
  UpdateCommand,
} from "@aws-sdk/lib-dynamodb";
import { LOCAL_SECRET_KEY, ROOT_ACCESS_KEY } from "#local-aws";
import type { Person } from "./people.ts";
import { stack } from "./running.ts";

function documents(): DynamoDBDocumentClient {
  const { endpoint, region } = stack().dynamodb;
  return DynamoDBDocumentClient.from(
    new DynamoDBClient({
      endpoint,
      region,
      credentials: { accessKeyId: ROOT_ACCESS_KEY, secretAccessKey: LOCAL_SECRET_KEY },
    }),
  );
}

/** All rows of a table, read from the database without the product. */
export async function rowsOf(table: string): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = [];
  let start: Record<string, unknown> | undefined;
  do {
    const page = await documents().send(
      new ScanCommand({
        TableName: stack().dynamodb.tables[table],
        ConsistentRead: true,
        ...(start ? { ExclusiveStartKey: start } : {}),
      }),
    );
    rows.push(...(page.Items ?? []));
    start = page.LastEvaluatedKey;
  } while (start);
  return rows;
}

/** Changes a row in the database, without the product. */
export async function patchRow(table: string, key: { pk: string; sk: string }, name: string, value: unknown) {
  await documents().send(
    new UpdateCommand({
      TableName: stack().dynamodb.tables[table],
      Key: key,
      UpdateExpression: "SET #name = :value",
      ExpressionAttributeNames: { "#name": name },
      ExpressionAttributeValues: { ":value": value },
    }),
  );
}

/** Writes a row as another part of the product would write it. */
export async function putRow(table: string, row: Record<string, unknown> & { pk: string; sk: string }) {
  await documents().send(new PutCommand({ TableName: stack().dynamodb.tables[table], Item: row }));
}

/** Deletes a row from the database, as if it had never been written. */
export async function deleteRow(table: string, key: { pk: string; sk: string }) {
  await documents().send(new DeleteCommand({ TableName: stack().dynamodb.tables[table], Key: key }));
}

/** Confirms an address, as if its owner had typed the mailed code. */
export const proveAddress = ({ userId }: Person) =>
  patchRow("Users", { pk: userId, sk: "account" }, "emailConfirmed", true);
