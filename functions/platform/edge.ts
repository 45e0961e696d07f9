import middy from "@middy/core";
import type {
  APIGatewayProxyEventV2WithJWTAuthorizer,
  APIGatewayProxyStructuredResultV2,
  Context,
} from "aws-lambda";
import * as z from "zod/mini";
import type { KeyHolder } from "#shared/apiKeys/levels.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import { AppError, ERROR_STATUS, type ErrorBody, UNEXPECTED_ERROR } from "#shared/errors.ts";
import { SECOND } from "#shared/instant.ts";
import { failures } from "./failures.ts";
import { begin } from "./invocation.ts";
import { log } from "./log.ts";
import { refuseStrangers } from "./origin.ts";

type JwtAuthorizer = APIGatewayProxyEventV2WithJWTAuthorizer["requestContext"]["authorizer"];

/** API Gateway's event. A public route has no authorizer; a call with an API key has `lambda`. */
export type ApiEvent = Omit<APIGatewayProxyEventV2WithJWTAuthorizer, "requestContext"> & {
  requestContext: Omit<APIGatewayProxyEventV2WithJWTAuthorizer["requestContext"], "authorizer"> & {
    authorizer?: Partial<JwtAuthorizer> & { lambda?: KeyHolder };
  };
};

const WithCookies = z.looseObject({ cookies: z.optional(z.array(z.string())) });
const Redirect = z.object({ location: z.string(), cookies: z.array(z.string()) });

export type Response = APIGatewayProxyStructuredResultV2;

/** The answer to a request that only wakes the function: shared/warming.ts. */
const STARTED: Response = { statusCode: 204, headers: { "cache-control": "no-store" } };

export type Seal = (event: ApiEvent, response: Response) => Promise<Response>;

/**
 * Wraps every endpoint: sets the log's request id, checks CloudFront's secret header, validates the answer against the
 * contract and turns errors into responses.
 */
export function edge(
  contract: Endpoint,
  answer: (event: ApiEvent, now: Date) => Promise<unknown>,
  seal: Seal = async (_event, response) => response,
) {
  return middy<ApiEvent, APIGatewayProxyStructuredResultV2, Error, Context>()
    .before(({ event, context }) => {
      begin(context);
      refuseStrangers(event);
    })
    .handler(async (event) => {
      if (event.routeKey?.startsWith("OPTIONS ")) return STARTED;
      const output = contract.output.parse(await answer(event, new Date()));
      if (contract.redirects) return redirect(Redirect.parse(output));
      if (contract.setsCookies) {
        const { cookies = [], ...body } = WithCookies.parse(output);
        return { ...json(200, body), cookies };
      }
      return typeof output === "string" && contract.contentType !== undefined
        ? text(output, contract.contentType, cacheControl(contract))
        : seal(event, json(200, output, cacheControl(contract)));
    })
    .onError(async (request) => {
      const body = describeFailure(request.error, request.context.awsRequestId);
      const response = json(
        ERROR_STATUS[body.code],
        contract.audience === "device" ? { ...body, serverTime: new Date().toISOString() } : body,
      );
      request.response = await seal(request.event, response);
      return request.response;
    });
}

export function failureOf(error: unknown, requestId: string): Response {
  const body = describeFailure(error, requestId);
  return json(ERROR_STATUS[body.code], body);
}

function describeFailure(thrown: unknown, requestId: string): ErrorBody {
  const error = failures.tell(thrown);
  if (error instanceof AppError && error.operational) {
    if (error.status === 500) log.error("request.failed", error);
    else log.info("request.refused", { code: error.code, field: error.field });
    const { message, code, field, details } = error;
    return { error: message, code, requestId, field, details };
  }
  log.error("request.failed", error);
  return { error: UNEXPECTED_ERROR, code: "INTERNAL_ERROR", requestId };
}

function cacheControl({ cacheFor }: Endpoint): string {
  return cacheFor === undefined ? "no-store" : `public, max-age=${cacheFor / SECOND}`;
}

function json(status: number, body: unknown, caching = "no-store"): APIGatewayProxyStructuredResultV2 {
  return {
    statusCode: status,
    headers: { "content-type": "application/json", "cache-control": caching },
    body: JSON.stringify(body),
  };
}

/** Not cached, because every click is counted. */
function redirect({ location, cookies }: z.output<typeof Redirect>): APIGatewayProxyStructuredResultV2 {
  return { statusCode: 302, headers: { location, "cache-control": "no-store" }, cookies, body: "" };
}

function text(body: string, contentType: string, caching: string): APIGatewayProxyStructuredResultV2 {
  return { statusCode: 200, headers: { "content-type": contentType, "cache-control": caching }, body };
}

export function rawBody(event: ApiEvent): string {
  if (event.body === undefined) return "";
  return event.isBase64Encoded ? Buffer.from(event.body, "base64").toString("utf8") : event.body;
}
