import { createHash, createHmac } from "node:crypto";
import * as z from "zod/mini";
import { BRAND } from "#shared/brand.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import { ENDPOINTS } from "#shared/endpoints.ts";
import { openApi } from "../../docs/openapi.ts";

/** The value of CloudFront's origin header. The functions know its hash. */
const ORIGIN = "bench";
export const ORIGIN_HASH = createHash("sha256").update(ORIGIN).digest("base64url");
export const WEBHOOK_SECRET = "whsec_bench";
export const PERSON = "2f0c5a34-0000-4000-8000-000000000000";
const AT = "2026-11-25T09:00:00.000Z";

const Operation = z.object({
  operationId: z.string(),
  parameters: z.array(
    z.object({
      name: z.string(),
      in: z.string(),
      required: z.boolean(),
      schema: z.record(z.string(), z.unknown()),
    }),
  ),
  requestBody: z.optional(z.object({ content: z.record(z.string(), z.object({ example: z.unknown() })) })),
});
const Document = z.object({ paths: z.record(z.string(), z.record(z.string(), Operation)) });

export function endpointEvents(): Map<string, object> {
  const { paths } = z.parse(Document, openApi());
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const contracts = new Map<string, Endpoint>(Object.entries(ENDPOINTS));
  return new Map(
    operations.map((operation) => {
      const body = JSON.stringify(
        operation.requestBody?.content["application/json"]?.example ?? {
          id: "evt_bench",
          type: "invoice.paid",
        },
      );
      const given = (where: string) =>
        Object.fromEntries(
          operation.parameters
            .filter((parameter) => parameter.in === where && parameter.required)
            .map(({ name, schema }) => [name, exampleText(schema)]),
        );
      const isRead = contracts.get(operation.operationId)?.method === "GET";
      const event = {
        headers: { ...HEADERS, ...signature(body) },
        requestContext: { authorizer: { jwt: { claims: CLAIMS } } },
        pathParameters: given("path"),
        queryStringParameters: given("query"),
        cookies: [],
        isBase64Encoded: false,
        ...(isRead ? {} : { body }),
      };
      return [operation.operationId, event];
    }),
  );
}

const HEADERS = {
  "content-type": "application/json",
  "x-origin-secret": ORIGIN,
  authorization: "Bearer bench",
  "user-agent": "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0 Safari/537.36",
  "cloudfront-viewer-address": "203.0.113.9:4242",
  "cloudfront-viewer-country": "DE",
};
export const SESSION = "session";
const CLAIMS = {
  sub: PERSON,
  token_use: "access",
  auth_time: String(Math.floor(Date.now() / 1000)),
  origin_jti: SESSION,
  "cognito:groups": "[operators]",
};

function signature(body: string): Record<string, string> {
  const at = Math.floor(Date.now() / 1000);
  const signed = createHmac("sha256", WEBHOOK_SECRET).update(`${at}.${body}`).digest("hex");
  return { "stripe-signature": `t=${at},v1=${signed}` };
}

function exampleText({ enum: values, format, minLength, type }: Record<string, unknown>): string {
  if (Array.isArray(values)) return String(values[0]);
  if (format === "date") return "2026-11-03";
  if (type === "integer" || type === "number") return "1";
  return "text".padEnd(typeof minLength === "number" ? minLength : 0, "-");
}

const message = (body: unknown) => ({ Records: [{ messageId: "one", body: JSON.stringify(body) }] });
const change = (table: string, sk: string, row: object) => ({
  Records: [
    {
      eventName: "MODIFY",
      eventSourceARN: `arn:aws:dynamodb:eu-central-1:111111111111:table/${BRAND.slug}-dev-${table}/stream/one`,
      dynamodb: {
        SequenceNumber: "1",
        ApproximateCreationDateTime: 1764061200,
        Keys: { pk: { S: "one" }, sk: { S: sk } },
        NewImage: { pk: { S: "one" }, sk: { S: sk }, ...row },
      },
    },
  ],
});

/**
 * Events for functions without a route. The bench calls any other such function with an empty event, as a schedule
 * does.
 */
export const OTHER_EVENTS: Readonly<Record<string, object>> = {
  "customers/eraseAccount": message({ userId: PERSON, requestedAt: AT }),
  "customers/followChange": message({ userId: PERSON, kind: "emailChanged" }),
  "mail/deliver": message({
    id: "one",
    to: { userId: PERSON },
    template: "accountDeleted",
    data: {},
  }),
  "payouts/pay": message({ kind: "payout", payoutId: "one-000001", batchId: null }),
  "payouts/continueBatch": message({ batchId: "one" }),
  "accounts/postConfirmation": {
    triggerSource: "PostConfirmation_ConfirmSignUp",
    userPoolId: "pool",
    request: { userAttributes: { sub: PERSON, email: "person@example.com" } },
    response: {},
  },
  "customers/followSuspensions": change("Grants", "suspended", {}),
  "insights/project": change("Users", "account", {}),
};
