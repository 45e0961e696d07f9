import type { Jwks } from "aws-jwt-verify/jwk";
import type { InvokeResult } from "../aws/types.ts";
import { REQUEST_TOO_LARGE, TOO_MANY } from "../functions/functions.ts";
import type { StackModel } from "../template/model.ts";
import { answerOf } from "./answer.ts";
import { createAuthorizer } from "./authorizer.ts";
import { apiEvent } from "./event.ts";
import { type GatewayRequest, type GatewayResponse, gatewayMessage } from "./message.ts";
import { createRouter } from "./routes.ts";

export type GatewayOptions = {
  model: StackModel;
  invoke: (functionArn: string, event: unknown) => Promise<InvokeResult & { requestId: string }>;
  jwks: (issuer: string) => Promise<Jwks>;
  isThrottled?: (routeKey: string) => boolean;
  now: () => Date;
  timeoutMs?: number;
};

export type Gateway = {
  handle: (request: GatewayRequest) => Promise<GatewayResponse>;
  reload: (model: StackModel) => void;
};

/** https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html */
export const BODY_LIMIT_BYTES = 10 * 1024 * 1024;
export const HEADER_LIMIT_BYTES = 10_240;
const TIMEOUT_MS = 30_000;

export function createGateway(options: GatewayOptions): Gateway {
  const authorize = createAuthorizer(options.jwks);
  let model = options.model;
  let route = createRouter(model.api?.routes ?? []);

  async function call(functionArn: string, event: unknown): Promise<GatewayResponse> {
    const late = Promise.withResolvers<"late">();
    const timer = setTimeout(() => late.resolve("late"), options.timeoutMs ?? TIMEOUT_MS);
    const result = await Promise.race([options.invoke(functionArn, event), late.promise]);
    clearTimeout(timer);
    if (result === "late") return gatewayMessage(503, "Service Unavailable");
    if (result.ok) return answerOf(result.payload);
    if (result.error.errorType === REQUEST_TOO_LARGE) return gatewayMessage(413, "Request Entity Too Large");
    if (result.error.errorType === TOO_MANY) return gatewayMessage(503, "Service Unavailable");
    return gatewayMessage(500, "Internal Server Error");
  }

  async function answer(request: GatewayRequest): Promise<GatewayResponse> {
    if (headerBytes(request) > HEADER_LIMIT_BYTES)
      return gatewayMessage(431, "Request Header Fields Too Large");
    if (request.body.length > BODY_LIMIT_BYTES) return gatewayMessage(413, "Request Entity Too Large");
    const { api } = model;
    const path = api === null ? undefined : withoutStage(request.path, api.stageName);
    const match = path === undefined ? undefined : route(request.method, path);
    if (api === null || match === undefined) return gatewayMessage(404, "Not Found");
    if (options.isThrottled?.(match.route.routeKey)) return gatewayMessage(429, "Too Many Requests");

    let claims: Record<string, string> | null = null;
    if (match.route.authorizer !== null) {
      const header = request.headers.find(([name]) => name.toLowerCase() === "authorization")?.[1];
      const verdict = await authorize(match.route.authorizer, header);
      if (!verdict.ok)
        return gatewayMessage(401, "Unauthorized", [["www-authenticate", challenge(verdict.reason, header)]]);
      claims = verdict.claims;
    }
    const event = apiEvent(request, match, claims, {
      apiId: api.id,
      accountId: model.accountId,
      region: model.region,
      stageName: api.stageName,
      now: options.now(),
    });
    return call(match.route.functionArn, event);
  }

  return {
    handle: async (request) => {
      const { headers, ...rest } = await answer(request);
      // The AWS SDK corrects its clock by this header, so it must have the stack's time.
      return { ...rest, headers: [...headers, ["date", options.now().toUTCString()]] };
    },
    reload: (next) => {
      model = next;
      route = createRouter(next.api?.routes ?? []);
    },
  };
}

function withoutStage(path: string, stageName: string): string | undefined {
  if (stageName === "$default") return path;
  const prefix = `/${stageName}`;
  if (path === prefix) return "/";
  return path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : undefined;
}

function headerBytes(request: GatewayRequest): number {
  const line = request.method.length + request.path.length + request.query.length + 12;
  return request.headers.reduce((sum, [name, value]) => sum + name.length + value.length + 4, line);
}

function challenge(reason: string, header: string | undefined): string {
  if (header === undefined) return "Bearer";
  return `Bearer scope="" error="invalid_token" error_description="${printable(reason)}"`;
}

/** The reason may quote the caller, and a header takes one line of plain text. */
function printable(reason: string): string {
  return reason.replaceAll('"', "'").replaceAll(/[^\x20-\x7e]+/g, " ");
}
