import { randomBytes } from "node:crypto";
import type { GatewayRequest } from "./message.ts";
import type { Match } from "./routes.ts";

export type EventOptions = {
  apiId: string;
  accountId: string;
  region: string;
  stageName: string;
  now: Date;
};

/**
 * An HTTP API's event with payload format 2.0. AWS's surprises: both paths include the stage but the route key does
 * not; header names are lower case; repeated headers are joined by a comma; cookies are a separate list; claims are
 * text. https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html
 */
export function apiEvent(
  request: GatewayRequest,
  match: Match,
  claims: Record<string, string> | null,
  options: EventOptions,
) {
  const { headers, cookies } = fold(request.headers);
  const domainName = `${options.apiId}.execute-api.${options.region}.amazonaws.com`;
  const base64 = request.body.length > 0 && isBinary(headers["content-type"]);
  const sent: Record<string, string> = {
    ...headers,
    "content-length": String(request.body.length),
    "x-amzn-trace-id": `Root=1-${epochHex(options.now)}-${randomBytes(12).toString("hex")}`,
    "x-forwarded-for": [headers["x-forwarded-for"], request.sourceIp].filter(Boolean).join(", "),
    "x-forwarded-port": "443",
    "x-forwarded-proto": "https",
  };
  return {
    version: "2.0",
    routeKey: match.route.routeKey,
    rawPath: request.path,
    rawQueryString: request.query,
    ...(cookies.length === 0 ? {} : { cookies }),
    headers: sent,
    ...(request.query === "" ? {} : { queryStringParameters: queryOf(request.query) }),
    ...(Object.keys(match.pathParameters).length === 0 ? {} : { pathParameters: match.pathParameters }),
    requestContext: {
      accountId: options.accountId,
      apiId: options.apiId,
      ...(claims === null ? {} : { authorizer: { jwt: { claims, scopes: null } } }),
      domainName,
      domainPrefix: options.apiId,
      http: {
        method: request.method,
        path: request.path,
        protocol: "HTTP/1.1",
        sourceIp: request.sourceIp,
        userAgent: headers["user-agent"] ?? "",
      },
      requestId: `${randomBytes(11).toString("base64url")}=`,
      routeKey: match.route.routeKey,
      stage: options.stageName,
      time: commonLogTime(options.now),
      timeEpoch: options.now.getTime(),
    },
    ...(request.body.length === 0 ? {} : { body: request.body.toString(base64 ? "base64" : "utf8") }),
    isBase64Encoded: base64,
  };
}

function fold(lines: GatewayRequest["headers"]): { headers: Record<string, string>; cookies: string[] } {
  const headers: Record<string, string> = {};
  const cookies: string[] = [];
  for (const [given, value] of lines) {
    const name = given.toLowerCase();
    if (name === "cookie") cookies.push(...value.split(/;\s*/).filter((one) => one !== ""));
    // An own property, even for a header called __proto__.
    else {
      const before = Object.hasOwn(headers, name) ? headers[name] : undefined;
      const joined = before === undefined ? value : `${before},${value}`;
      Object.defineProperty(headers, name, {
        value: joined,
        enumerable: true,
        configurable: true,
        writable: true,
      });
    }
  }
  return { headers, cookies };
}

function queryOf(query: string): Record<string, string> {
  const joined = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(query)) {
    const before = joined.get(name);
    joined.set(name, before === undefined ? value : `${before},${value}`);
  }
  return Object.fromEntries(joined);
}

/** Text, JSON, XML and JavaScript are passed as they are, everything else as base64, including forms. */
function isBinary(contentType: string | undefined): boolean {
  const type = (contentType ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  if (type.startsWith("text/") || type.endsWith("+json") || type.endsWith("+xml")) return false;
  return !["application/json", "application/xml", "application/javascript"].includes(type);
}

function epochHex(now: Date): string {
  return Math.floor(now.getTime() / 1000).toString(16);
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** `20/Nov/2026:18:53:42 +0000` */
function commonLogTime(now: Date): string {
  const iso = now.toISOString();
  return `${iso.slice(8, 10)}/${MONTHS[now.getUTCMonth()]}/${iso.slice(0, 4)}:${iso.slice(11, 19)} +0000`;
}
