import { Agent, type IncomingMessage, request } from "node:http";
import { Agent as TlsAgent, request as tlsRequest } from "node:https";
import * as z from "zod/mini";
import { LOCAL_SECRET_KEY, ROOT_ACCESS_KEY } from "../aws/identity.ts";
import { readAll } from "../readAll.ts";
import { type Credentials, signJson } from "./sigv4.ts";

const JSON_TYPE = "application/x-amz-json-1.0";
const ERROR = z.object({
  __type: z.string(),
  message: z.optional(z.string()),
  Message: z.optional(z.string()),
});
const ANSWER = z.record(z.string(), z.unknown());

export type RawAnswer = { status: number; headers: Record<string, string>; body: string };

export class DynamodbError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(`${code}: ${message}`);
    this.name = "DynamodbError";
    this.code = code;
  }
}

export type Dynamodb = {
  endpoint: string;
  /** Sends one call and returns any answer, even an error. `target`: the whole X-Amz-Target. */
  raw(target: string, body: string): Promise<RawAnswer>;
  call(operation: string, input: object): Promise<Record<string, unknown>>;
  streams(operation: string, input: object): Promise<Record<string, unknown>>;
  answers(): Promise<boolean>;
  close(): void;
};

/**
 * A small client for a local DynamoDB. Unlike the SDK, it forwards JSON untouched and starts immediately. The embedded
 * database ignores signatures, so only calls to the user's own endpoint are signed.
 */
export function localDynamodb(endpoint: string, region: string, signing: "signed" | "unsigned"): Dynamodb {
  const url = new URL(endpoint);
  const tls = url.protocol === "https:";
  const agent = tls ? new TlsAgent({ keepAlive: true }) : new Agent({ keepAlive: true });
  const headersOf = signing === "signed" ? signer(url.host, region) : unsigned;

  const raw = (target: string, body: string) =>
    new Promise<RawAnswer>((resolve, reject) => {
      const outgoing = (tls ? tlsRequest : request)(
        url,
        {
          method: "POST",
          agent,
          headers: { ...headersOf(target, body), "content-length": Buffer.byteLength(body) },
        },
        (answer) => readAnswer(answer).then(resolve, reject),
      );
      outgoing.once("error", reject);
      outgoing.end(body);
    });

  const json = async (target: string, input: object) => {
    const answer = await raw(target, JSON.stringify(input));
    if (answer.status === 200) return ANSWER.parse(JSON.parse(answer.body));
    throw errorOf(answer);
  };

  return {
    endpoint,
    raw,
    call: (operation, input) => json(`DynamoDB_20120810.${operation}`, input),
    streams: (operation, input) => json(`DynamoDBStreams_20120810.${operation}`, input),
    answers: () =>
      raw("DynamoDB_20120810.ListTables", "{}").then(
        (answer) => answer.status === 200,
        () => false,
      ),
    close: () => agent.destroy(),
  };
}

type HeadersOf = (target: string, body: string) => Record<string, string>;

const unsigned: HeadersOf = (target) => ({
  "content-type": JSON_TYPE,
  "x-amz-date": "20000101T000000Z",
  "x-amz-target": target,
  authorization: `AWS4-HMAC-SHA256 Credential=${ROOT_ACCESS_KEY}, SignedHeaders=host, Signature=none`,
});

function signer(host: string, region: string): HeadersOf {
  const credentials = environmentCredentials();
  return (target, body) => {
    const call = { host, service: "dynamodb", region, target, body, contentType: JSON_TYPE };
    return signJson(call, credentials, new Date());
  };
}

function errorOf(answer: RawAnswer): DynamodbError {
  try {
    const parsed = ERROR.parse(JSON.parse(answer.body));
    const code = parsed.__type.split("#").pop() ?? parsed.__type;
    return new DynamodbError(code, parsed.message ?? parsed.Message ?? "");
  } catch {
    return new DynamodbError(`Http${answer.status}`, answer.body.slice(0, 300));
  }
}

async function readAnswer(answer: IncomingMessage): Promise<RawAnswer> {
  const body = await readAll(answer);
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(answer.headers)) {
    if (typeof value === "string") headers[name] = value;
  }
  return { status: answer.statusCode ?? 0, headers, body: body.toString("utf8") };
}

/**
 * The environment's credentials, for a database that checks them. Default: the key of seeds and tests, because
 * Amazon's DynamoDB Local keeps each key's tables apart unless started with -sharedDb.
 */
function environmentCredentials(): Credentials {
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN } = process.env;
  if (AWS_ACCESS_KEY_ID && AWS_SECRET_ACCESS_KEY) {
    return {
      accessKeyId: AWS_ACCESS_KEY_ID,
      secretAccessKey: AWS_SECRET_ACCESS_KEY,
      sessionToken: AWS_SESSION_TOKEN,
    };
  }
  return { accessKeyId: ROOT_ACCESS_KEY, secretAccessKey: LOCAL_SECRET_KEY };
}
