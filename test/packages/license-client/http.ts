import { createServer, type Server } from "node:http";
import { createService } from "./service.ts";

/** Serves the license service of the tests on a port of this machine. */
export async function serve() {
  const { world, fetch } = createService();
  const server: Server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const body = Buffer.concat(parts).toString();
    try {
      const answer = await fetch(`http://127.0.0.1${request.url}`, {
        method: request.method ?? "GET",
        headers: {},
        signal: new AbortController().signal,
        redirect: "manual",
        ...(body === "" ? {} : { body }),
      });
      const proof = answer.headers.get("license-proof");
      response.writeHead(answer.status, {
        "content-type": "application/json",
        ...(proof === null ? {} : { "license-proof": proof }),
      });
      response.end(await answer.text());
    } catch {
      response.destroy();
    }
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    world,
    url: `http://127.0.0.1:${address.port}/backend`,
    close: () =>
      new Promise<void>((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}
