import http, { type IncomingMessage, type ServerResponse } from "node:http";
import type { FaultMode } from "../aws/faults.ts";
import type { ServiceCall } from "../aws/types.ts";
import { closeServer, listen } from "../listen.ts";
import { readAll } from "../readAll.ts";
import { FUNCTION_ID_HEADER, REQUEST_ID_HEADER } from "./messages.ts";

export type StripeProxyOptions = {
  port: number;
  sandboxPort: number;
  /** `customers.create`, from method and path; the path itself where there is no name. */
  operationOf: (method: string, path: string) => string;
  strike: (call: { service: string; operation: string; functionId: string | null }) => FaultMode | null;
  kill: (functionId: string, requestId: string | null) => void;
  onCall: (call: ServiceCall) => void;
  slowMs?: number;
};

export type StripeProxy = { port: number; close: () => Promise<void> };

type Relayed = { status: number; headers: http.IncomingHttpHeaders; body: Buffer };

/**
 * Stands between the functions and the Stripe sandbox, which knows nothing of functions: it records who asked
 * for what, and does to the connection what the network would. The sandbox is left to be Stripe.
 */
export async function startStripeProxy(options: StripeProxyOptions): Promise<StripeProxy> {
  const agent = new http.Agent({ keepAlive: true });

  async function handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const started = performance.now();
    const functionId = headerOf(incoming, FUNCTION_ID_HEADER);
    const requestId = headerOf(incoming, REQUEST_ID_HEADER);
    const method = incoming.method ?? "GET";
    const path = (incoming.url ?? "/").split("?")[0] ?? "/";
    const operation = options.operationOf(method, path);
    const body = await readAll(incoming);
    const done = (result: string) =>
      options.onCall({
        functionId,
        requestId,
        service: "stripe",
        operation,
        resources: [`${method} ${path}`],
        consumed: [],
        result,
        durationMs: performance.now() - started,
      });
    const vanish = (mode: FaultMode) => {
      done(mode);
      if (mode.startsWith("kill") && functionId !== null) options.kill(functionId, requestId);
      outgoing.destroy();
    };

    const fault = options.strike({ service: "stripe", operation, functionId });
    if (fault === "kill-before") return vanish(fault);
    if (fault === "refuse" || fault === "throttle") {
      done(fault);
      return refuse(outgoing, fault);
    }
    if (fault === "slow") await new Promise((resolve) => setTimeout(resolve, options.slowMs ?? 3000).unref());
    const answer = await relay(agent, options.sandboxPort, incoming, body);
    if (fault === "lost" || fault === "kill-after") return vanish(fault);
    done(answer.status < 400 ? "ok" : String(answer.status));
    outgoing.writeHead(answer.status, answer.headers);
    outgoing.end(answer.body);
  }

  const server = http.createServer((incoming, outgoing) => {
    handle(incoming, outgoing).catch(() => outgoing.destroy());
  });
  const port = await listen(server, options.port);
  return {
    port,
    close: () => {
      agent.destroy();
      return closeServer(server);
    },
  };
}

function relay(agent: http.Agent, port: number, incoming: IncomingMessage, body: Buffer): Promise<Relayed> {
  const { [FUNCTION_ID_HEADER]: _f, [REQUEST_ID_HEADER]: _r, connection: _c, ...headers } = incoming.headers;
  return new Promise((resolve, reject) => {
    const request = http.request(
      { host: "127.0.0.1", port, agent, method: incoming.method, path: incoming.url, headers },
      (response) => {
        readAll(response).then((received) => {
          const { connection: _own, "transfer-encoding": _chunks, ...kept } = response.headers;
          resolve({ status: response.statusCode ?? 502, headers: kept, body: received });
        }, reject);
      },
    );
    request.on("error", reject);
    request.end(body);
  });
}

/** In the shapes of https://docs.stripe.com/error-low-level and of its rate limiter. */
function refuse(outgoing: ServerResponse, mode: "refuse" | "throttle"): void {
  const error =
    mode === "refuse"
      ? { type: "api_error", message: "An unknown error occurred." }
      : { type: "invalid_request_error", code: "rate_limit", message: "Request rate limit exceeded." };
  outgoing.writeHead(mode === "refuse" ? 500 : 429, { "content-type": "application/json" });
  outgoing.end(JSON.stringify({ error }));
}

function headerOf(request: IncomingMessage, name: string): string | null {
  const value = request.headers[name];
  return typeof value === "string" ? value : null;
}
