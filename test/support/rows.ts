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

/** Everything that a table holds, read past the product: what was really written. */
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

/** Changes a row behind the product's back, as an operator's tool would. */
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

/** A row as another part of the product would have written it. */
export async function putRow(table: string, row: Record<string, unknown> & { pk: string; sk: string }) {
  await documents().send(new PutCommand({ TableName: stack().dynamodb.tables[table], Item: row }));
}

/** Takes a row away behind the product's back, as a write that never came would have left it. */
export async function deleteRow(table: string, key: { pk: string; sk: string }) {
  await documents().send(new DeleteCommand({ TableName: stack().dynamodb.tables[table], Key: key }));
}

/** As if the code that is mailed had come back. */
export const proveAddress = ({ userId }: Person) =>
  patchRow("Users", { pk: userId, sk: "account" }, "emailConfirmed", true);
