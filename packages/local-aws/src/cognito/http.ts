import { randomUUID } from "node:crypto";
import type { Call, Context } from "./context.ts";
import { CognitoError } from "./errors.ts";
import { jwksOf } from "./keys.ts";
import { PUBLIC_OPERATIONS, SIGNED_OPERATIONS } from "./operations.ts";
import { poolNamedIn } from "./whichPool.ts";

const TARGET = "AWSCognitoIdentityProviderService.";
const JSON_TYPE = "application/x-amz-json-1.1";
const LONGEST_BODY = 1024 * 1024;

/** Cognito over HTTP: JSON 1.1 with the operation in a header, public keys, and CORS for any origin. */
export async function answer(
  contexts: readonly Context[],
  request: Request,
  log: (event: string, details: Record<string, unknown>) => void,
): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (request.method === "OPTIONS") return preflight(request);
  if (request.method === "GET") return document(contexts, pathname);
  const target = request.headers.get("x-amz-target") ?? "";
  const operation = target.startsWith(TARGET) ? target.slice(TARGET.length) : "";
  const requestId = randomUUID();
  try {
    if (request.method !== "POST") throw new CognitoError("UnknownOperationException", "", 404);
    const authorization = request.headers.get("authorization");
    if (Object.hasOwn(SIGNED_OPERATIONS, operation)) requireSignature(authorization);
    const input = await bodyOf(request);
    const context = poolNamedIn(contexts, input);
    refuseBlocked(context, operation, request.headers);
    const result = await operationOf(operation)(context, input);
    log("cognito.call", { operation, requestId });
    return respond(200, result, { "x-amzn-requestid": requestId });
  } catch (error) {
    const known = error instanceof CognitoError ? error : undefined;
    const name = known?.name ?? "InternalErrorException";
    log(known ? "cognito.refused" : "cognito.failed", {
      operation,
      requestId,
      name,
      ...(known ? {} : { error }),
    });
    const message = known?.message ?? "Internal server error.";
    return respond(
      known?.status ?? 500,
      { __type: name, message },
      {
        "x-amzn-requestid": requestId,
        "x-amzn-errortype": `${name}:`,
      },
    );
  }
}

function operationOf(name: string): Call {
  const operations = Object.hasOwn(PUBLIC_OPERATIONS, name) ? PUBLIC_OPERATIONS : SIGNED_OPERATIONS;
  const run = Object.hasOwn(operations, name) ? operations[name] : undefined;
  if (run) return run;
  throw new CognitoError("UnknownOperationException", `The local Cognito does not support ${name}.`);
}

/** Only requires a signature. The AWS endpoint checks the signer's permissions. */
function requireSignature(authorization: string | null): void {
  if (authorization?.startsWith("AWS4-HMAC-SHA256 ")) return;
  throw new CognitoError("MissingAuthenticationTokenException", "Missing Authentication Token");
}

/**
 * The web ACL checks every operation that needs no AWS credentials, even one that this server lacks, before Cognito
 * reads a token.
 */
function refuseBlocked({ pool: { firewall } }: Context, operation: string, headers: Headers): void {
  if (Object.hasOwn(SIGNED_OPERATIONS, operation) || firewall === undefined) return;
  if (new RegExp(firewall.open).test(operation)) return;
  const isOurs = headers.get(firewall.header) === firewall.secret;
  if (isOurs && new RegExp(firewall.withSecret).test(operation)) return;
  throw new CognitoError("ForbiddenException", "Request not allowed due to WAF block.");
}

async function bodyOf(request: Request): Promise<unknown> {
  const text = await request.text();
  if (text.length > LONGEST_BODY)
    throw new CognitoError("RequestEntityTooLargeException", "Request is too large.", 413);
  try {
    return JSON.parse(text);
  } catch {
    throw new CognitoError("SerializationException", "The request is not JSON.");
  }
}

function document(contexts: readonly Context[], pathname: string): Response {
  const context = contexts.find(({ userPoolId }) => pathname.startsWith(`/${userPoolId}/.well-known/`));
  const name = pathname.split("/").at(-1);
  if (context && name === "jwks.json") return respond(200, jwksOf(context.keys), {}, "application/json");
  if (context && name === "openid-configuration") {
    const configuration = {
      issuer: context.issuer,
      jwks_uri: `${context.issuer}/.well-known/jwks.json`,
      id_token_signing_alg_values_supported: ["RS256"],
      subject_types_supported: ["public"],
    };
    return respond(200, configuration, {}, "application/json");
  }
  return respond(404, { message: "Not Found" }, {}, "application/json");
}

function preflight(request: Request): Response {
  const headers = {
    ...CORS,
    "access-control-allow-methods": "POST, GET, OPTIONS",
    "access-control-allow-headers": request.headers.get("access-control-request-headers") ?? "*",
    "access-control-max-age": "172800",
  };
  return new Response(null, { status: 200, headers });
}

const CORS = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "x-amzn-RequestId,x-amzn-ErrorType,x-amzn-ErrorMessage,Date",
};

function respond(status: number, body: unknown, headers: Record<string, string>, type = JSON_TYPE): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { ...CORS, "content-type": type, ...headers },
  });
}
