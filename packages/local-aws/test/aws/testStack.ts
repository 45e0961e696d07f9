import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { accessKeyFor, LOCAL_SECRET_KEY, ROOT_ACCESS_KEY } from "../../src/aws/identity.ts";
import { type SecretStore, secretStore } from "../../src/aws/secrets.ts";
import { type Aws, type AwsOptions, startAws } from "../../src/aws/server.ts";
import type { ServiceCall } from "../../src/aws/types.ts";
import type { Dynamodb } from "../../src/dynamodb/client.ts";
import { ensureTables } from "../../src/dynamodb/tables.ts";
import type {
  FunctionModel,
  MappingModel,
  PolicyStatement,
  QueueModel,
  StackModel,
  TableModel,
} from "../../src/template/model.ts";
import { startOnAFreePort } from "../dynamodb/database.ts";

export const REGION = "eu-central-1";
export const ACCOUNT = "000000000000";

export function allow(
  actions: string | string[],
  resources: string | string[],
  conditions: PolicyStatement["conditions"] = {},
): PolicyStatement {
  return { effect: "Allow", actions: [actions].flat(), resources: [resources].flat(), conditions };
}

export function fn(id: string, statements: PolicyStatement[] = []): FunctionModel {
  const name = `shop-test-${id.replace("/", "-")}`;
  return {
    logicalId: id.replace("/", ""),
    id,
    name,
    arn: `arn:aws:lambda:${REGION}:${ACCOUNT}:function:${name}`,
    codeDir: "/nowhere",
    handler: "index.handler",
    environment: {},
    timeoutSeconds: 10,
    memoryMb: 256,
    reservedConcurrency: null,
    deadLetterArn: null,
    statements,
  };
}

export function table(shortName: string, more: Partial<TableModel> = {}): TableModel {
  const name = `shop-test-${shortName.toLowerCase()}`;
  return {
    logicalId: shortName,
    name,
    arn: `arn:aws:dynamodb:${REGION}:${ACCOUNT}:table/${name}`,
    streamArn: null,
    streamView: null,
    ttlAttribute: null,
    key: { hash: "pk", range: "sk" },
    attributes: { pk: "S", sk: "S" },
    indexes: [],
    ...more,
  };
}

export function stackModel(parts: Partial<StackModel>): StackModel {
  const poolArn = `arn:aws:cognito-idp:${REGION}:${ACCOUNT}:userpool/${REGION}_Abcdefghi`;
  return {
    region: REGION,
    accountId: ACCOUNT,
    tables: [],
    functions: [],
    queues: [],
    mappings: [],
    mailEvents: [],
    schedules: [],
    secrets: [],
    api: { id: "api", name: "shop-test", stageName: "backend", routes: [] },
    distribution: { defaultRootObject: null, behaviors: [] },
    pools: [
      {
        logicalId: "Pool",
        name: "pool",
        id: `${REGION}_Abcdefghi`,
        arn: poolArn,
        issuer: "",
        properties: {},
        client: { logicalId: "Client", id: "client", properties: {} },
        groups: [],
        triggers: {},
        firewall: null,
      },
    ],
    ...parts,
  };
}

export function queue(name: string, more: Partial<QueueModel> = {}): QueueModel {
  return {
    logicalId: name,
    name,
    url: `https://sqs.${REGION}.amazonaws.com/${ACCOUNT}/${name}`,
    arn: `arn:aws:sqs:${REGION}:${ACCOUNT}:${name}`,
    visibilitySeconds: 60,
    retentionSeconds: 345_600,
    delaySeconds: 0,
    redrive: null,
    ...more,
  };
}

export function mapping(
  target: FunctionModel,
  sourceArn: string,
  more: Partial<MappingModel> = {},
): MappingModel {
  return {
    logicalId: "Mapping",
    functionArn: target.arn,
    sourceArn,
    batchSize: 10,
    windowSeconds: 0,
    partialResponses: true,
    enabled: true,
    startingPosition: "TRIM_HORIZON",
    retries: null,
    bisect: false,
    maxAgeSeconds: null,
    onFailureArn: null,
    mostAtOnce: null,
    filters: [],
    ...more,
  };
}

export const QUEUE_READER = ["sqs:ReceiveMessage", "sqs:DeleteMessage", "sqs:GetQueueAttributes"];
export const STREAM_READER = ["dynamodb:DescribeStream", "dynamodb:GetRecords", "dynamodb:GetShardIterator"];

/** The settings of SDK clients that no role limits. */
export function rootConfig(endpoint: string) {
  const credentials = { accessKeyId: ROOT_ACCESS_KEY, secretAccessKey: LOCAL_SECRET_KEY };
  return { endpoint, region: REGION, maxAttempts: 1, credentials };
}

/** The settings of a function's SDK clients, as in its environment. */
export function clientConfig(endpoint: string, functionId: string) {
  return {
    endpoint,
    region: REGION,
    maxAttempts: 1,
    credentials: { accessKeyId: accessKeyFor(functionId), secretAccessKey: LOCAL_SECRET_KEY },
  };
}

export type TestAws = Aws & {
  calls: ServiceCall[];
  secrets: SecretStore;
  dynamodb: Dynamodb;
  dataDir: string;
  stop(): Promise<void>;
};

/** The AWS endpoint with a database in memory, without the rest of the stack. */
export async function startTestAws(model: StackModel, more: Partial<AwsOptions> = {}): Promise<TestAws> {
  const dataDir = more.dataDir ?? mkdtempSync(join(tmpdir(), "shop-aws-"));
  const database = more.dynamodb ? undefined : await startOnAFreePort();
  const dynamodb = more.dynamodb ?? database?.client;
  if (!dynamodb) throw new Error("no database");
  await ensureTables(dynamodb, model.tables);
  const calls: ServiceCall[] = [];
  const missing = async () => new Response("not here", { status: 501 });
  const secrets = secretStore(join(dataDir, "secrets.json"), () => new Date());
  const aws = await startAws({
    model,
    secrets,
    invoke: async () => ({ ok: true, payload: null }),
    running: () => 0,
    port: 0,
    dynamodb,
    dataDir,
    now: () => new Date(),
    parameters: () => ({}),
    handlers: { ses: missing, cognito: missing },
    onCall: (call) => void calls.push(call),
    duplicates: { probability: 0, seed: 1 },
    pauseMs: () => 1,
    ...more,
  });
  const stop = async () => {
    await aws.close();
    await database?.close();
    if (!more.dataDir) rmSync(dataDir, { recursive: true, force: true });
  };
  return { ...aws, calls, secrets, dynamodb, dataDir, stop };
}

/** A call signed like an SDK's, for services without an installed client. */
export async function signedCall(
  endpoint: string,
  functionId: string,
  service: string,
  path: string,
  init: RequestInit & { target?: string },
) {
  const scope = `20261120/${REGION}/${service}/aws4_request`;
  const response = await fetch(`${endpoint}${path}`, {
    ...init,
    headers: {
      authorization: `AWS4-HMAC-SHA256 Credential=${accessKeyFor(functionId)}/${scope}, SignedHeaders=host, Signature=0`,
      ...(init.target && { "x-amz-target": init.target }),
      ...init.headers,
    },
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === "" ? null : JSON.parse(text) };
}
