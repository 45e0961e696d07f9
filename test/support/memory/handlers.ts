import path from "node:path";
import { CognitoIdentityProviderClient } from "@aws-sdk/client-cognito-identity-provider";
import { LambdaClient } from "@aws-sdk/client-lambda";
import { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { SESv2Client } from "@aws-sdk/client-sesv2";
import { SQSClient } from "@aws-sdk/client-sqs";
import type { Context } from "aws-lambda";
import { vi } from "vitest";
import { ENDPOINTS, type EndpointId } from "#shared/endpoints.ts";
import type { ErrorBody } from "#shared/errors.ts";
import type { ApiEvent } from "../../../functions/platform/edge.ts";
import { QUEUE_CONSUMERS } from "../../../infra/events.ts";
import { TABLES } from "../../../infra/tables.ts";
import { ORIGIN_HASHES } from "../origin.ts";

type Handler = (event: ApiEvent, context: Context) => Promise<{ statusCode: number; body?: string }>;
/** What an endpoint's own Lambda answered; `body` is empty where it answers no JSON. */
export type Answered = { status: number; body: Partial<ErrorBody> };

/** What the gateway hands over, without what every request has. */
export type Asked = Pick<Partial<ApiEvent>, "body" | "pathParameters" | "queryStringParameters"> & {
  headers?: Record<string, string | undefined>;
  authorizer?: ApiEvent["requestContext"]["authorizer"];
};

/**
 * Every endpoint's own handler, behind tables that the test file has in memory. No other service is there, so a use case
 * that gets as far as one fails; nothing leaves this process.
 */
export async function loadHandlers(): Promise<(id: EndpointId, asked: Asked) => Promise<Answered>> {
  for (const Client of [
    CognitoIdentityProviderClient,
    LambdaClient,
    SecretsManagerClient,
    SESv2Client,
    SQSClient,
  ])
    Object.assign(Client.prototype, { send: () => Promise.reject(new Error("This service is not there")) });
  const variables = {
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
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  const handlers = new Map<string, Handler>();
  for (const id of Object.keys(ENDPOINTS)) {
    const file = path.resolve(import.meta.dirname, "../../../functions", `${id}.ts`);
    const module: { handler: Handler } = await import(file);
    handlers.set(id, module.handler);
  }
  return async (id, { headers, authorizer, ...rest }) => {
    vi.stubEnv("FUNCTION_ID", id);
    const event = {
      ...rest,
      headers: { "content-type": "application/json", "x-origin-secret": "origin", ...headers },
      requestContext: { authorizer },
    };
    const { statusCode, body = "" } =
      (await handlers.get(id)?.(event as never, { awsRequestId: "request" } as Context)) ?? {};
    return { status: statusCode ?? 0, body: body.startsWith("{") ? JSON.parse(body) : {} };
  };
}
