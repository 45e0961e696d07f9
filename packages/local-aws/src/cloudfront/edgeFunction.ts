import vm from "node:vm";
import * as z from "zod/mini";

/** CloudFront's form of a header, a cookie or a query parameter. */
const Value = z.object({ value: z.string() });
const Values = z.record(z.string(), Value);

const EdgeRequest = z.object({
  method: z.string(),
  uri: z.string(),
  querystring: Values,
  headers: Values,
  cookies: Values,
});
const EdgeResponse = z.object({
  statusCode: z.number(),
  headers: z._default(Values, {}),
  body: z.optional(z.union([z.string(), z.object({ data: z.string() })])),
});

export type EdgeRequest = z.output<typeof EdgeRequest>;
export type EdgeResponse = { status: number; headers: Record<string, string>; body: string };
export type EdgeOutcome =
  | { kind: "request"; request: EdgeRequest }
  | { kind: "response"; response: EdgeResponse };

export type EdgeFunction = (request: EdgeRequest, viewerIp: string) => EdgeOutcome;

type Event = {
  eventType: "viewer-request" | "viewer-response";
  viewerIp: string;
  request: EdgeRequest;
  response?: { statusCode: number; headers: Record<string, never>; cookies: Record<string, never> };
};

/**
 * Runs a function without modules, timers or network. An endless loop is not stopped, because a time limit would start
 * a thread for each call. Starting a thread takes longer than the call.
 */
function createHandler(code: string): (event: Event) => unknown {
  const context = vm.createContext({ event: undefined, console: { log: () => {}, error: () => {} } });
  new vm.Script(code, { filename: "edge.js" }).runInContext(context);
  const call = new vm.Script("JSON.stringify(handler(JSON.parse(event)))");
  return ({ eventType, viewerIp, request, response }) => {
    context.event = JSON.stringify({
      version: "1.0",
      context: { eventType, distributionId: "LOCAL", requestId: crypto.randomUUID() },
      viewer: { ip: viewerIp },
      request,
      response,
    });
    return JSON.parse(call.runInContext(context));
  };
}

export function createEdgeFunction(code: string): EdgeFunction {
  const handle = createHandler(code);
  return (request, viewerIp) => {
    const answer = handle({ eventType: "viewer-request", viewerIp, request });
    if (typeof answer === "object" && answer !== null && "statusCode" in answer) {
      const { statusCode, headers, body } = EdgeResponse.parse(answer);
      const lines = Object.entries(headers).map(([name, { value }]) => [name, value]);
      const text = typeof body === "string" ? body : (body?.data ?? "");
      return {
        kind: "response",
        response: { status: statusCode, headers: Object.fromEntries(lines), body: text },
      };
    }
    return { kind: "request", request: EdgeRequest.parse(answer) };
  };
}

/** Returns the viewer's status. Ignores the function's other changes. */
export type EdgeResponseFunction = (request: EdgeRequest, status: number, viewerIp: string) => number;

export function createEdgeResponseFunction(code: string): EdgeResponseFunction {
  const handle = createHandler(code);
  return (request, status, viewerIp) => {
    const response = { statusCode: status, headers: {}, cookies: {} };
    return EdgeResponse.parse(handle({ eventType: "viewer-response", viewerIp, request, response }))
      .statusCode;
  };
}
