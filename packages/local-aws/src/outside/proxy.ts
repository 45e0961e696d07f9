import http, { type IncomingMessage, type ServerResponse } from "node:http";
import type { FaultMode } from "../aws/faults.ts";
import type { ServiceCall } from "../aws/types.ts";
import { FUNCTION_ID_HEADER, REQUEST_ID_HEADER } from "../functions/messages.ts";
import { closeServer, listen } from "../listen.ts";
import { readAll } from "../readAll.ts";
import type { OutsideService } from "./service.ts";

export type OutsideProxyOptions = {
  service: OutsideService;
  strike: (call: { service: string; operation: string; functionId: string | null }) => FaultMode | null;
  kill: (functionId: string, requestId: string | null) => void;
  onCall: (call: ServiceCall) => void;
  slowMs?: number;
};

export type OutsideProxy = { port: number; close: () => Promise<void> };

type Relayed = { status: number; headers: http.IncomingHttpHeaders; body: Buffer };

/** A proxy between functions and a stand-in. Records each request's function and causes network faults. */
export async function startOutsideProxy(options: OutsideProxyOptions): Promise<OutsideProxy> {
  const { service } = options;
  const target = Number(new URL(service.url).port);
  const operationOf = service.operationOf ?? ((method, path) => `${method} ${path}`);
  const agent = new http.Agent({ keepAlive: true });

  async function handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const started = performance.now();
    const functionId = headerOf(incoming, FUNCTION_ID_HEADER);
    const requestId = headerOf(incoming, REQUEST_ID_HEADER);
    const method = incoming.method ?? "GET";
    const path = (incoming.url ?? "/").split("?")[0] ?? "/";
    const operation = operationOf(method, path);
    const body = await readAll(incoming);
    const done = (result: string) =>
      options.onCall({
        functionId,
        requestId,
        service: service.name,
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

    const fault = options.strike({ service: service.name, operation, functionId });
    if (fault === "kill-before") return vanish(fault);
    if (fault === "refuse" || fault === "throttle") {
      done(fault);
      return refuse(outgoing, service, fault);
    }
    if (fault === "hang") return done(fault);
    if (fault === "slow") await new Promise((resolve) => setTimeout(resolve, options.slowMs ?? 3000).unref());
    const answer = await relay(agent, target, incoming, body);
    if (fault === "lost" || fault === "kill-after") return vanish(fault);
    done(answer.status < 400 ? "ok" : String(answer.status));
    outgoing.writeHead(answer.status, answer.headers);
    outgoing.end(answer.body);
  }

  const server = http.createServer((incoming, outgoing) => {
    handle(incoming, outgoing).catch(() => outgoing.destroy());
  });
  const port = await listen(server, service.proxyPort ?? 0);
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

function refuse(outgoing: ServerResponse, service: OutsideService, mode: "refuse" | "throttle"): void {
  const { status, body } = service.refusal?.(mode) ?? {
    status: mode === "refuse" ? 500 : 429,
    body: { error: mode === "refuse" ? "Internal Server Error" : "Too Many Requests" },
  };
  outgoing.writeHead(status, { "content-type": "application/json" });
  outgoing.end(JSON.stringify(body));
}

function headerOf(request: IncomingMessage, name: string): string | null {
  const value = request.headers[name];
  return typeof value === "string" ? value : null;
}
