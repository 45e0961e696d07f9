import { once } from "node:events";
import { readFileSync } from "node:fs";
import http from "node:http";
import https from "node:https";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { mustRun, tool } from "../tools.ts";
import type { Edge } from "./edge.ts";

/** Where the hosts of the internet really are, on this machine. */
export type Places = {
  /** fakecloud: AWS's own hosts, and CloudFront's for the site's files. */
  cloud: number;
  readonly stripe: number;
};

export type Internet = {
  /** For TLS, and for plain HTTP. */
  readonly port: number;
  readonly plainPort: number;
  /** What programs have to trust, as PEM, and as a file for NODE_EXTRA_CA_CERTS. */
  readonly certificate: string;
  readonly certificateFile: string;
  close(): Promise<void>;
};

/** The newcomer's own address, set aside for documentation (RFC 5737). */
export const VISITOR = "203.0.113.24";
const HOSTS = [
  "*.cloudfront.net",
  "api.stripe.com",
  "*.amazonaws.com",
  "*.eu-west-1.amazonaws.com",
  "*.execute-api.eu-west-1.amazonaws.com",
];

type Route = {
  readonly port: number;
  readonly host: string;
  readonly url: string;
  readonly added?: Readonly<Record<string, string>>;
  readonly answered?: Readonly<Record<string, string>>;
};
type Answer = Route | { readonly redirect: string } | undefined;

/**
 * The internet as far as a deployment sees it: Stripe, AWS, and the site behind CloudFront.
 * @param edge the deployed distribution; undefined while there is none
 */
export async function startInternet(
  folder: string,
  places: Places,
  edge: () => Promise<Edge | undefined>,
): Promise<Internet> {
  const key = path.join(folder, "internet.key");
  const certificateFile = path.join(folder, "internet.pem");
  await mustRun(tool("openssl"), [
    ...["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=judge"],
    ...["-keyout", key, "-out", certificateFile],
    ...["-addext", `subjectAltName=${HOSTS.map((name) => `DNS:${name}`).join(",")}`],
  ]);
  const certificate = readFileSync(certificateFile, "utf8");

  const route = async (host: string, url: string, isTls: boolean): Promise<Answer> => {
    if (host === "api.stripe.com") return { port: places.stripe, host, url };
    if (!host.endsWith(".cloudfront.net")) return { port: places.cloud, host, url };
    const found = await edge();
    if (found?.domain !== host) return undefined;
    const routed = await found.route({ url, isTls, address: VISITOR });
    return "redirect" in routed ? routed : { ...routed, port: places.cloud };
  };
  const listener =
    (isTls: boolean): http.RequestListener =>
    async (incoming, outgoing) => {
      const host = (incoming.headers.host ?? "").replace(/:\d+$/, "");
      if (host === "checkip.amazonaws.com") return outgoing.end(`${VISITOR}\n`);
      try {
        const found = await route(host, incoming.url ?? "/", isTls);
        if (found === undefined) return outgoing.writeHead(502).end();
        if ("redirect" in found) return outgoing.writeHead(301, { location: found.redirect }).end();
        await relay(found, incoming, outgoing);
      } catch (error) {
        console.error(`     the internet failed at ${host}${incoming.url}:`, error);
        outgoing.destroy();
      }
    };
  const servers = [
    https.createServer({ key: readFileSync(key), cert: certificate }, listener(true)),
    http.createServer(listener(false)),
  ];
  const [port = 0, plainPort = 0] = await Promise.all(servers.map(listening));
  return {
    port,
    plainPort,
    certificate,
    certificateFile,
    async close() {
      for (const server of servers) {
        server.close();
        server.closeAllConnections();
        await once(server, "close");
      }
    },
  };
}

async function relay(
  { port, host, url, added, answered }: Route,
  incoming: http.IncomingMessage,
  outgoing: http.ServerResponse,
): Promise<void> {
  const body = await buffer(incoming);
  const { "transfer-encoding": _chunked, ...headers } = incoming.headers;
  const relayed = http.request(
    {
      host: "127.0.0.1",
      port,
      path: url,
      method: incoming.method,
      headers: { ...headers, ...added, host, "content-length": body.length },
    },
    (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, { ...answer.headers, ...answered });
      answer.pipe(outgoing);
    },
  );
  relayed.on("error", () => outgoing.destroy());
  relayed.end(body);
}

async function listening(server: http.Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The internet listens on no port.");
  return address.port;
}
