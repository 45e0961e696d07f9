import http, { type ClientRequest, type IncomingMessage, type RequestOptions } from "node:http";
import https from "node:https";
import { syncBuiltinESMExports } from "node:module";
import net from "node:net";
import { FUNCTION_ID_HEADER, REQUEST_ID_HEADER } from "../messages.ts";
import { destinationOf, isAllowed, type Ports, RefusedHost } from "./destinations.ts";

export type EgressOptions = Ports & { functionId: string; requestId: () => string | undefined };

type Answered = (response: IncomingMessage) => void;

/**
 * Redirects a function's requests to the local stand-ins, adds headers that name the function and the invocation, and
 * refuses every other connection. The function's code still uses the real addresses.
 */
export function redirectEgress(options: EgressOptions): void {
  guardSockets(options);
  const plainRequest = http.request;
  const agent = new http.Agent({ keepAlive: true });

  const redirect = (secure: boolean, first: unknown, second: unknown, third: unknown): ClientRequest => {
    const { asked, answered } = argumentsOf(first, second, third);
    const host = String(asked.hostname ?? asked.host ?? "localhost").replace(/:\d+$/, "");
    const destination = destinationOf(host, Number(asked.port ?? (secure ? 443 : 80)), options);
    if (destination === undefined) throw new RefusedHost(host);
    const request = plainRequest(
      {
        ...asked,
        protocol: "http:",
        host: "127.0.0.1",
        hostname: "127.0.0.1",
        port: destination.port,
        headers: {
          host,
          ...Object.fromEntries(Object.entries(asked.headers ?? {})),
          ...callerHeaders(options),
        },
        // A TLS agent cannot open a plain connection.
        agent: secure ? agent : asked.agent,
      },
      answered,
    );
    // HTTPS clients send only after this event, which a connection without TLS does not emit.
    if (secure)
      request.once("socket", (socket) => socket.once("connect", () => socket.emit("secureConnect")));
    return request;
  };

  for (const [module, secure] of [
    [http, false],
    [https, true],
  ] as const) {
    const request = (first: unknown, second?: unknown, third?: unknown) =>
      redirect(secure, first, second, third);
    const get = (first: unknown, second?: unknown, third?: unknown) => {
      const made = redirect(secure, first, second, third);
      made.end();
      return made;
    };
    Object.assign(module, { request, get });
  }
  syncBuiltinESMExports();
  redirectFetch(options);
}

function redirectFetch(options: EgressOptions): void {
  const realFetch = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const url = new URL(request.url);
    const port = Number(url.port || (url.protocol === "https:" ? 443 : 80));
    const destination = destinationOf(url.hostname, port, options);
    if (destination === undefined)
      throw new TypeError("fetch failed", { cause: new RefusedHost(url.hostname) });
    for (const [name, value] of Object.entries(callerHeaders(options))) request.headers.set(name, value);
    return realFetch(
      new Request(`http://127.0.0.1:${destination.port}${url.pathname}${url.search}`, {
        method: request.method,
        headers: request.headers,
        body: request.body,
        redirect: request.redirect,
        signal: request.signal,
        ...(request.body === null ? {} : { duplex: "half" }),
      }),
    );
  };
}

/** Guards all sockets, because every library opens them with `net.Socket`. */
function guardSockets(ports: Ports): void {
  const connect = net.Socket.prototype.connect;
  net.Socket.prototype.connect = function guarded(this: net.Socket, ...given: unknown[]) {
    const { host, port } = target(given);
    if (isAllowed(host, port, ports)) return Reflect.apply(connect, this, given);
    process.nextTick(() => this.destroy(new RefusedHost(port === 0 ? host : `${host}:${port}`)));
    return this;
  };
}

/** `connect` takes options, a port and a host, or the list that `net.connect` makes of either. */
function target(given: unknown[]): { host: string; port: number } {
  const first: unknown = Array.isArray(given[0]) ? given[0][0] : given[0];
  if (typeof first === "object" && first !== null) {
    const options = new Map<string, unknown>(Object.entries(first));
    const path = options.get("path");
    if (typeof path === "string" && options.get("port") === undefined) return { host: path, port: 0 };
    return { host: String(options.get("host") ?? "localhost"), port: Number(options.get("port")) };
  }
  return { host: typeof given[1] === "string" ? given[1] : "localhost", port: Number(first) };
}

function argumentsOf(
  first: unknown,
  second: unknown,
  third: unknown,
): { asked: RequestOptions; answered?: Answered } {
  const hasUrl = typeof first === "string" || first instanceof URL;
  const url = hasUrl ? new URL(first) : undefined;
  const given: unknown = hasUrl ? second : first;
  const callback = [second, third].find((one) => typeof one === "function");
  const asked: RequestOptions = {
    ...(url === undefined
      ? {}
      : { hostname: url.hostname, port: url.port || undefined, path: url.pathname + url.search }),
    ...(typeof given === "object" && given !== null ? given : {}),
  };
  return callback === undefined ? { asked } : { asked, answered: (response) => callback(response) };
}

function callerHeaders(options: EgressOptions): Record<string, string> {
  const requestId = options.requestId();
  return {
    [FUNCTION_ID_HEADER]: options.functionId,
    ...(requestId === undefined ? {} : { [REQUEST_ID_HEADER]: requestId }),
  };
}
