import { once } from "node:events";
import http from "node:http";
import type https from "node:https";

export type Served = { readonly port: number; close(): Promise<void> };

export async function serve(server: http.Server | https.Server): Promise<Served> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return {
    port: address.port,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

/** What a proxy changes in a request, except the body, and in the answer. */
type Changes = {
  readonly path?: string;
  readonly headers?: http.OutgoingHttpHeaders;
  readonly answered?: http.OutgoingHttpHeaders;
  readonly status?: (answered: number) => number;
};

/** Forwards a request with this body to an endpoint, and passes the answer on. Closes the connection on failure. */
export function relay(
  endpoint: string,
  incoming: http.IncomingMessage,
  body: Buffer,
  outgoing: http.ServerResponse,
  { path = incoming.url, headers = {}, answered = {}, status = (same) => same }: Changes = {},
): void {
  const { "transfer-encoding": _chunked, ...given } = incoming.headers;
  const relayed = http.request(
    endpoint,
    { path, method: incoming.method, headers: { ...given, ...headers, "content-length": body.length } },
    (answer) => {
      outgoing.writeHead(status(answer.statusCode ?? 502), { ...answer.headers, ...answered });
      answer.pipe(outgoing);
    },
  );
  relayed.on("error", () => outgoing.destroy());
  relayed.end(body);
}
