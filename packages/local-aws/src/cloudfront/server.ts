import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { closeServer, listen } from "../listen.ts";

export type SiteHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

export type SiteServer = {
  server: Server;
  /** Takes effect with the next request. */
  use: (handler: SiteHandler) => void;
  close: () => Promise<void>;
};

/** CloudFront's limit for request line and headers. The gateway's is lower. */
const HEADER_LIMIT_BYTES = 20_480;

/** The site's server. Plain node:http, because header lines and paths must arrive as sent. */
export async function startSite(
  port: number,
  handler: SiteHandler,
  log: (line: string) => void,
): Promise<SiteServer> {
  let current = handler;
  const server = createServer({ maxHeaderSize: HEADER_LIMIT_BYTES }, (request, response) => {
    current(request, response).catch((error: unknown) => {
      const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
      log(`site: ${request.method} ${request.url}: ${reason}`);
      if (!response.headersSent) response.writeHead(502, { "content-type": "text/plain" });
      response.end("The local CloudFront failed; see the terminal.");
    });
  });
  await listen(server, port);
  return {
    server,
    use: (next) => {
      current = next;
    },
    close: () => closeServer(server),
  };
}
