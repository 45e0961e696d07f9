import path from "node:path";
import { CognitoIdentityProviderClient } from "@aws-sdk/client-cognito-identity-provider";
import { KMSClient } from "@aws-sdk/client-kms";
import { LambdaClient } from "@aws-sdk/client-lambda";
import { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { SESv2Client } from "@aws-sdk/client-sesv2";
import { SQSClient } from "@aws-sdk/client-sqs";
import type { Context } from "aws-lambda";
import { afterAll, beforeAll, vi } from "vitest";
import type { Endpoint } from "#shared/endpoint.ts";
import { ENDPOINTS, type EndpointId } from "#shared/endpoints.ts";
import type { ErrorBody } from "#shared/errors.ts";
import { newAccount } from "../../../functions/accounts/rules.ts";
import type { ApiEvent } from "../../../functions/platform/edge.ts";
import { QUEUE_CONSUMERS } from "../../../infra/events.ts";
import { TABLES } from "../../../infra/tables.ts";
import { ORIGIN_HASHES } from "../origin.ts";
import { memoryDynamo, type Rows } from "./dynamo.ts";
import { network } from "./network.ts";
import { operatorClaims, operatorRow } from "./operator.ts";

type Handler = (event: ApiEvent, context: Context) => Promise<{ statusCode: number; body?: string }>;
/** The answer of an endpoint's Lambda function. `body` is empty if the answer is not JSON. */
type Answered = { status: number; body: Partial<ErrorBody>; hasWritten: boolean };

/** The parts of the gateway's event that differ between requests. */
export type Asked = Pick<Partial<ApiEvent>, "body" | "pathParameters" | "queryStringParameters"> & {
  headers?: Record<string, string | undefined>;
  authorizer?: ApiEvent["requestContext"]["authorizer"];
};

/** When both callers signed in, in epoch seconds. The tests run a minute later. */
export const SIGNED_IN = 1_790_000_000;
const NOW = new Date((SIGNED_IN + 60) * 1000);
export const CUSTOMER = {
  row: { pk: "cus", sk: "account", ...newAccount("cus", "cus@example.com", NOW), emailConfirmed: true },
  claims: { sub: "cus", token_use: "access", origin_jti: "one", auth_time: String(SIGNED_IN) },
};
export const OPERATOR = { row: operatorRow("op"), claims: operatorClaims("op", SIGNED_IN) };

export const IDS = Object.keys(ENDPOINTS) as EndpointId[];
export const contractOf = (id: EndpointId): Endpoint => ENDPOINTS[id];

/**
 * The real handlers of all endpoints with tables in memory, for a test file. Other services are missing, so a handler
 * that calls one fails. Nothing leaves this process.
 */
export function everyEndpoint(): { rows: Rows; ask: (id: EndpointId, asked: Asked) => Promise<Answered> } {
  const wire = network();
  const rows = memoryDynamo(wire);
  const handlers = new Map<string, Handler>();
  beforeAll(async () => {
    for (const Client of [
      CognitoIdentityProviderClient,
      KMSClient,
      LambdaClient,
      SecretsManagerClient,
      SESv2Client,
      SQSClient,
    ])
      Object.assign(Client.prototype, { send: () => Promise.reject(new Error("This service is not there")) });
    for (const [name, value] of Object.entries(VARIABLES)) vi.stubEnv(name, value);
    for (const id of IDS) {
      const file = path.resolve(import.meta.dirname, "../../../functions", `${id}.ts`);
      const module: { handler: Handler } = await import(file);
      handlers.set(id, module.handler);
    }
    vi.useFakeTimers({ toFake: ["Date"], now: NOW });
    for (const level of ["info", "warn", "error"] as const) vi.spyOn(console, level).mockReturnValue();
  });
  afterAll(() => {
    vi.useRealTimers();
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  });
  return {
    rows,
    async ask(id, { headers, authorizer, ...rest }) {
      vi.stubEnv("FUNCTION_ID", id);
      const event = {
        ...rest,
        headers: { "content-type": "application/json", "x-origin-secret": "origin", ...headers },
        requestContext: { authorizer },
      };
      wire.plan();
      const { statusCode, body = "" } =
        (await handlers.get(id)?.(event as never, { awsRequestId: "request" } as Context)) ?? {};
      return {
        status: statusCode ?? 0,
        body: body.startsWith("{") ? JSON.parse(body) : {},
        hasWritten: wire.calls.some(({ operation }) => !/^(Get|Query|BatchGet)/.test(operation)),
      };
    },
  };
}

const VARIABLES = {
  STAGE: "test",
  FUNCTION_PREFIX: "test",
  SITE_URL: "https://shop.example",
  LICENSE_ISSUER: "https://shop.example",
  ORIGIN_HASHES,
  SECOND_FACTOR: "off",
  ...Object.fromEntries(Object.keys(TABLES).map((table) => [`TABLE_${table.toUpperCase()}`, table])),
  ...Object.fromEntries(
    Object.values(QUEUE_CONSUMERS).map(({ queue }) => [`${queue.toUpperCase()}_QUEUE_URL`, queue]),
  ),
};
