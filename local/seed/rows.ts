import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { BatchWriteCommand, DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { LOCAL_SECRET_KEY, ROOT_ACCESS_KEY } from "#local-aws";
import type { StackFile } from "../stackFile.ts";

const credentials = { accessKeyId: ROOT_ACCESS_KEY, secretAccessKey: LOCAL_SECRET_KEY };

/** Writes up to 25 rows directly, for data that no call creates. `table` is the short name: `Users`. */
export async function putRows(
  { dynamodb: { endpoint, region, tables } }: StackFile,
  table: string,
  rows: readonly Record<string, unknown>[],
): Promise<void> {
  const documents = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint, region, credentials }));
  await documents.send(
    new BatchWriteCommand({
      RequestItems: { [tables[table] ?? table]: rows.map((Item) => ({ PutRequest: { Item } })) },
    }),
  );
  documents.destroy();
}
