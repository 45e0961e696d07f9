import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";
import {
  DeleteMessageCommand,
  GetQueueUrlCommand,
  ReceiveMessageCommand,
  SQSClient,
} from "@aws-sdk/client-sqs";
import {
  DynamoDBDocumentClient,
  GetCommand,
  ScanCommand,
  type ScanCommandOutput,
} from "@aws-sdk/lib-dynamodb";
import { LOCAL_SECRET_KEY, ROOT_ACCESS_KEY } from "#local-aws";
import { BRAND } from "#shared/brand.ts";
import { ASIDE } from "../../infra/events.ts";
import type { StackFile } from "../../local/stackFile.ts";
import { deploymentOf } from "../deploy/deployment.ts";
import type { WithLists } from "./compare.ts";
import type { Deployed, Message } from "./replay.ts";

type Row = Record<string, unknown>;
type Source = {
  client: DynamoDBDocumentClient;
  sqs: SQSClient;
  lambda: LambdaClient;
  nameOf: (table: string) => string;
  /** Prefix of the functions' and queues' names. */
  prefix: string;
};

export function localSource({ dynamodb, awsUrl }: Pick<StackFile, "dynamodb" | "awsUrl">): Source {
  const { endpoint, region, tables } = dynamodb;
  const credentials = { accessKeyId: ROOT_ACCESS_KEY, secretAccessKey: LOCAL_SECRET_KEY };
  const others = { endpoint: awsUrl, region, credentials };
  return {
    client: DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint, region, credentials })),
    sqs: new SQSClient(others),
    lambda: new LambdaClient(others),
    nameOf: (table) => tables[table] ?? table,
    prefix: `${BRAND.slug}-dev`,
  };
}

/** A stage's tables, read with the terminal's credentials and region. */
export function deployedSource(stage: string): Source {
  const { table } = deploymentOf(stage);
  return {
    client: DynamoDBDocumentClient.from(new DynamoDBClient({})),
    sqs: new SQSClient({}),
    lambda: new LambdaClient({}),
    nameOf: table,
    prefix: `${BRAND.slug}-${stage}`,
  };
}

export async function rowsOf({ client, nameOf }: Source, table: string): Promise<Row[]> {
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
}

/** Reads the figures, the lists and their source tables completely. The cost depends on their size. */
export async function readTables(source: Source): Promise<WithLists> {
  const [Users, Grants, Seats, Alerts, Affiliates, Traffic, Payouts, Events, Insights, Directory] =
    await Promise.all([
      rowsOf(source, "Users"),
      rowsOf(source, "Grants"),
      rowsOf(source, "Seats"),
      rowsOf(source, "Alerts"),
      rowsOf(source, "Affiliates"),
      rowsOf(source, "Traffic"),
      rowsOf(source, "Payouts"),
      rowsOf(source, "Events"),
      rowsOf(source, "Insights"),
      rowsOf(source, "Directory"),
    ]);
  return { Users, Grants, Seats, Alerts, Affiliates, Traffic, Payouts, Events, Insights, Directory };
}

const HIDDEN_SECONDS = 300;

export async function deployed({ client, sqs, lambda, nameOf, prefix }: Source): Promise<Deployed> {
  const { QueueUrl } = await sqs.send(new GetQueueUrlCommand({ QueueName: `${prefix}-${ASIDE}` }));
  return {
    nameOf,
    read: async (table, Key) => {
      const command = new GetCommand({ TableName: nameOf(table), Key, ConsistentRead: true });
      return (await client.send(command)).Item;
    },
    invoke: async (consumer, event) => {
      const FunctionName = `${prefix}-${consumer.replace("/", "-")}`;
      const { FunctionError, Payload } = await lambda.send(
        new InvokeCommand({ FunctionName, Payload: JSON.stringify(event) }),
      );
      return FunctionError === undefined && Payload ? JSON.parse(Payload.transformToString()) : undefined;
    },
    receive: async () => {
      const { Messages = [] } = await sqs.send(
        new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10, VisibilityTimeout: HIDDEN_SECONDS }),
      );
      return Messages.map(
        ({ Body = "", ReceiptHandle }): Message => ({
          body: Body,
          remove: async () => {
            await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
          },
        }),
      );
    },
  };
}
