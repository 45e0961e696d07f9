import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, ScanCommand, type ScanCommandOutput } from "@aws-sdk/lib-dynamodb";
import { LOCAL_SECRET_KEY, ROOT_ACCESS_KEY } from "#local-aws";
import type { StackFile } from "../../local/stackFile.ts";
import { deploymentOf } from "../deploy/deployment.ts";
import type { Tables } from "./compare.ts";

type Row = Record<string, unknown>;
type Source = { client: DynamoDBDocumentClient; nameOf: (table: string) => string };

export function localSource({ dynamodb }: Pick<StackFile, "dynamodb">): Source {
  const { endpoint, region, tables } = dynamodb;
  const credentials = { accessKeyId: ROOT_ACCESS_KEY, secretAccessKey: LOCAL_SECRET_KEY };
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint, region, credentials }));
  return { client, nameOf: (table) => tables[table] ?? table };
}

/** With whatever credentials and region this terminal has. */
export function deployedSource(stage: string): Source {
  const { table } = deploymentOf(stage);
  return { client: DynamoDBDocumentClient.from(new DynamoDBClient({})), nameOf: table };
}

/** All that the figures are made of, and the figures, read whole: it costs what the tables are large. */
export async function readTables({ client, nameOf }: Source): Promise<Tables> {
  const rowsOf = async (table: string): Promise<Row[]> => {
    const rows: Row[] = [];
    let start: Row | undefined;
    do {
      const page: ScanCommandOutput = await client.send(
        new ScanCommand({ TableName: nameOf(table), ConsistentRead: true, ExclusiveStartKey: start }),
      );
      rows.push(...(page.Items ?? []));
      start = page.LastEvaluatedKey;
    } while (start !== undefined);
    return rows;
  };
  const [Users, Grants, Seats, Alerts, Affiliates, Traffic, Payouts, Events, Insights] = await Promise.all([
    rowsOf("Users"),
    rowsOf("Grants"),
    rowsOf("Seats"),
    rowsOf("Alerts"),
    rowsOf("Affiliates"),
    rowsOf("Traffic"),
    rowsOf("Payouts"),
    rowsOf("Events"),
    rowsOf("Insights"),
  ]);
  return { Users, Grants, Seats, Alerts, Affiliates, Traffic, Payouts, Events, Insights };
}
