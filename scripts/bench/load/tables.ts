import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, paginateScan } from "@aws-sdk/lib-dynamodb";
import { LOCAL_SECRET_KEY, ROOT_ACCESS_KEY } from "#local-aws";
import type { StackFile } from "../../../local/stackFile.ts";

export type Row = Record<string, unknown> & { pk: string; sk: string };

type Compared = "Users" | "Seats" | "Activity" | "Traffic" | "Directory" | "Insights" | "Events" | "Grants";
export type Tables = Readonly<Record<Compared, readonly Row[]>>;

export async function readTables({ dynamodb }: StackFile): Promise<Tables> {
  const credentials = { accessKeyId: ROOT_ACCESS_KEY, secretAccessKey: LOCAL_SECRET_KEY };
  const { endpoint, region, tables } = dynamodb;
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint, region, credentials }));
  const read = async (table: string): Promise<Row[]> => {
    const rows: Row[] = [];
    for await (const { Items } of paginateScan(
      { client },
      { TableName: tables[table], ConsistentRead: true },
    ))
      for (const { pk, sk, ...rest } of Items ?? []) rows.push({ ...rest, pk: String(pk), sk: String(sk) });
    return rows;
  };
  const [Users, Seats, Activity, Traffic, Directory, Insights, Events, Grants] = await Promise.all([
    read("Users"),
    read("Seats"),
    read("Activity"),
    read("Traffic"),
    read("Directory"),
    read("Insights"),
    read("Events"),
    read("Grants"),
  ]);
  return { Users, Seats, Activity, Traffic, Directory, Insights, Events, Grants };
}
