import type { IncomingMessage } from "node:http";
import { readAll } from "../readAll.ts";
import type { StackModel } from "../template/model.ts";
import { AwsError } from "./errors.ts";
import { accessKeyFor, REQUEST_ID_HEADER, ROOT_ACCESS_KEY } from "./identity.ts";
import { restOperation } from "./rest.ts";
import type { AwsCall, Caller } from "./types.ts";

const LONGEST_BODY = 20 * 1024 * 1024;
const SERVICES = new Map([
  ["DynamoDB_20120810", "dynamodb"],
  ["DynamoDBStreams_20120810", "dynamodb"],
  ["secretsmanager", "secretsmanager"],
  ["AmazonSSM", "ssm"],
  ["AmazonSQS", "sqs"],
  ["AWSCognitoIdentityProviderService", "cognito-idp"],
]);

/** Reads a call's service and operation from the signature's scope and the target header. */
export async function readCall(
  incoming: IncomingMessage,
  callers: (accessKey: string) => Caller | undefined,
): Promise<AwsCall> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(",") : value;
  }
  const body = await readBody(incoming);
  const method = incoming.method ?? "POST";
  const url = new URL(incoming.url ?? "/", "http://localhost");
  const [prefix = "", target = ""] = (headers["x-amz-target"] ?? "").split(".");
  const scope = scopeOf(headers.authorization);
  const service = scope?.service ?? SERVICES.get(prefix) ?? "";
  return {
    service,
    operation: target || restOperation(service, method, url.pathname),
    caller: callerOf(scope?.accessKey, callers),
    requestId: headers[REQUEST_ID_HEADER] ?? null,
    method,
    url,
    headers,
    body,
    trace: { resources: [], consumed: [] },
  };
}

function scopeOf(authorization: string | undefined): { accessKey: string; service: string } | undefined {
  const [, accessKey, service] =
    /^AWS4-HMAC-SHA256 .*Credential=([^/,\s]+)\/\d{8}\/[^/]+\/([^/]+)\/aws4_request/.exec(
      authorization ?? "",
    ) ?? [];
  if (!accessKey || !service) return undefined;
  return { accessKey, service };
}

function callerOf(accessKey: string | undefined, callers: (key: string) => Caller | undefined): Caller {
  if (accessKey === undefined) return { kind: "unsigned" };
  if (accessKey === ROOT_ACCESS_KEY) return { kind: "root" };
  const caller = callers(accessKey);
  if (caller) return caller;
  throw new AwsError("UnrecognizedClientException", "The security token included in the request is invalid.");
}

/** Functions by access key, computed once per model. */
export function callersOf(model: StackModel): (accessKey: string) => Caller | undefined {
  const byKey = new Map(
    model.functions.map((fn): [string, Caller] => [accessKeyFor(fn.id), { kind: "function", fn }]),
  );
  return (accessKey) => byKey.get(accessKey);
}

async function readBody(incoming: IncomingMessage): Promise<string> {
  try {
    return (await readAll(incoming, LONGEST_BODY)).toString("utf8");
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new AwsError("RequestTooLarge", "The body is larger than 20 MB.", 413);
  }
}
