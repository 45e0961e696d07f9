import { readFileSync } from "node:fs";
import http from "node:http";
import https from "node:https";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { relay, serve } from "../loopback.ts";
import { mustRun, tool } from "../tools.ts";
import type { Edge, Routed } from "./edge.ts";

/** Local ports that replace internet hosts. */
export type Places = {
  /** fakecloud, for AWS's hosts and CloudFront's site files. */
  cloud: number;
  readonly stripe: number;
};

export type Internet = {
  /** The ports for TLS and for plain HTTP. */
  readonly port: number;
  readonly plainPort: number;
  /** The certificate to trust, as PEM and as a file for NODE_EXTRA_CA_CERTS. */
  readonly certificate: string;
  readonly certificateFile: string;
  close(): Promise<void>;
};

/** The newcomer's IP address, reserved for documentation (RFC 5737). */
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
  readonly status?: (answered: number) => number;
};
type Answer = Route | Exclude<Routed, { host: string }> | undefined;

/**
 * Plays the hosts that a deployment calls: Stripe, AWS, and the site behind CloudFront.
 * @param edge the deployed distribution; undefined before there is one
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
    return "host" in routed ? { ...routed, port: places.cloud } : routed;
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
        if ("made" in found) return answerMade(outgoing, found.made);
        const { host: asked, url, added, answered, status } = found;
        relay(`http://127.0.0.1:${found.port}`, incoming, await buffer(incoming), outgoing, {
          path: url,
          headers: { ...added, host: asked },
          ...(answered === undefined ? {} : { answered }),
          ...(status === undefined ? {} : { status }),
        });
      } catch (error) {
        console.error(`     the internet failed at ${host}${incoming.url}:`, error);
        outgoing.destroy();
      }
    };
  const [secure, plain] = await Promise.all([
    serve(https.createServer({ key: readFileSync(key), cert: certificate }, listener(true))),
    serve(http.createServer(listener(false))),
  ]);
  return {
    port: secure.port,
    plainPort: plain.port,
    certificate,
    certificateFile,
    async close() {
      await Promise.all([secure.close(), plain.close()]);
    },
  };
}

function answerMade(outgoing: http.ServerResponse, made: Extract<Routed, { made: unknown }>["made"]): void {
  const headers = Object.entries(made.headers).map(([name, { value }]) => [name, value]);
  outgoing.writeHead(made.statusCode, Object.fromEntries(headers)).end(made.body.data);
}
