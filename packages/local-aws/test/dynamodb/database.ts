import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { LOCAL_SECRET_KEY, ROOT_ACCESS_KEY } from "../../src/aws/identity.ts";
import { type DynamodbProcess, startDynamodb } from "../../src/dynamodb/process.ts";
import { ensureTables } from "../../src/dynamodb/tables.ts";
import type { TableModel } from "../../src/template/model.ts";

export const REGION = process.env.AWS_REGION ?? "eu-central-1";

export type TestDatabase = { process: DynamodbProcess; sdk: DynamoDBClient; stop(): Promise<void> };

/** Starts the embedded database in memory, or uses the one at DYNAMODB_ENDPOINT, and creates the tables. */
export async function startDatabase(tables: TableModel[]): Promise<TestDatabase> {
  const started = await startOnAFreePort();
  await ensureTables(started.client, tables);
  // The stack's client uses the same key, because DynamoDB Local keeps each key's tables apart.
  const {
    AWS_ACCESS_KEY_ID = ROOT_ACCESS_KEY,
    AWS_SECRET_ACCESS_KEY = LOCAL_SECRET_KEY,
    AWS_SESSION_TOKEN,
  } = process.env;
  const sdk = new DynamoDBClient({
    endpoint: started.endpoint,
    region: REGION,
    credentials: {
      accessKeyId: AWS_ACCESS_KEY_ID,
      secretAccessKey: AWS_SECRET_ACCESS_KEY,
      ...(AWS_SESSION_TOKEN && { sessionToken: AWS_SESSION_TOKEN }),
    },
  });
  const stop = async () => {
    for (const table of tables) await started.client.call("DeleteTable", { TableName: table.name });
    sdk.destroy();
    await started.close();
  };
  return { process: started, sdk, stop };
}

/** A random port below the system's ephemeral ports. */
export const anyPort = (): number => 20_000 + Math.floor(Math.random() * 12_000);

/** The embedded database in memory, or the one at DYNAMODB_ENDPOINT. Tries another port if a start fails. */
export async function startOnAFreePort(tries = 5): Promise<DynamodbProcess> {
  try {
    return await startDynamodb({ port: anyPort(), region: REGION, endpoint: process.env.DYNAMODB_ENDPOINT });
  } catch (error) {
    if (tries === 1 || process.env.DYNAMODB_ENDPOINT) throw error;
    return startOnAFreePort(tries - 1);
  }
}

const suffix = Math.random().toString(36).slice(2, 10);

export function testTable(shortName: string, more: Partial<TableModel> = {}): TableModel {
  const name = `fidelity-${shortName.toLowerCase()}-${suffix}`;
  return {
    logicalId: shortName,
    name,
    arn: `arn:aws:dynamodb:${REGION}:000000000000:table/${name}`,
    streamArn: null,
    streamView: null,
    ttlAttribute: null,
    key: { hash: "pk", range: "sk" },
    attributes: { pk: "S", sk: "S" },
    indexes: [],
    ...more,
  };
}
