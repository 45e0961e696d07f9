import vm from "node:vm";
import * as z from "zod/mini";

/** CloudFront's way to write a header, a cookie or a query parameter. */
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

/** Far above what CloudFront allows, for a busy machine: it only stops a loop without an end. */
const TIME_LIMIT_MS = 10_000;

/** A viewer-request function, run as it is: alone, with neither modules nor timers nor network. */
export function createEdgeFunction(code: string, timeLimitMs = TIME_LIMIT_MS): EdgeFunction {
  const context = vm.createContext({ event: undefined, console: { log: () => {}, error: () => {} } });
  new vm.Script(code, { filename: "viewer-request.js" }).runInContext(context);
  const call = new vm.Script("JSON.stringify(handler(JSON.parse(event)))");

  return (request, viewerIp) => {
    context.event = JSON.stringify({
      version: "1.0",
      context: { eventType: "viewer-request", distributionId: "LOCAL", requestId: crypto.randomUUID() },
      viewer: { ip: viewerIp },
      request,
    });
    const answer: unknown = JSON.parse(call.runInContext(context, { timeout: timeLimitMs }));
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
