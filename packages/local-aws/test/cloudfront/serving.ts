import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import http from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach } from "vitest";
import { folderBucket, siteCacheControl } from "../../src/cloudfront/bucket.ts";
import { createDistribution } from "../../src/cloudfront/distribution.ts";
import { startSite } from "../../src/cloudfront/server.ts";
import { DEFAULT_VIEWER, type Viewer } from "../../src/cloudfront/viewer.ts";
import type { GatewayRequest, GatewayResponse } from "../../src/gateway/message.ts";
import type { DistributionModel } from "../../src/template/model.ts";

type Behavior = DistributionModel["behaviors"][number];

const endings: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0)) await end();
});

/** A short form of infra/pages.ts's function. */
const PAGES = `function handler(event) {
  var request = event.request;
  if (request.uri === "/old") return { statusCode: 301, headers: { location: { value: "/new?" + Object.keys(request.querystring) } } };
  if (request.uri.indexOf(".") === -1) request.uri = request.uri === "/" ? "/index.html" : "/app.html";
  return request;
}`;

const STATUS = `function handler(event) {
  if (event.request.uri === "/app.html" && event.response.statusCode === 200) event.response.statusCode = 418;
  return event.response;
}`;

const POLICY = {
  "content-security-policy":
    "default-src 'none'; connect-src 'self' https://cognito-idp.eu-west-1.amazonaws.com; form-action 'self' https://checkout.stripe.com; upgrade-insecure-requests",
  "strict-transport-security": "max-age=60",
  "x-content-type-options": "nosniff",
};

const NOTHING = { headers: "none", query: false, cookies: false } as const;

export const BEHAVIORS: Behavior[] = [
  {
    pattern: "/backend/*",
    origin: { kind: "api" },
    originHeaders: { "x-origin-secret": "hidden" },
    originPath: "",
    viewerRequest: null,
    viewerResponse: null,
    responseHeaders: POLICY,
    methods: ["GET", "HEAD", "OPTIONS", "PUT", "PATCH", "POST", "DELETE"],
    compress: true,
    forwards: { headers: "allExceptHost", query: true, cookies: true },
    forwardedHeaders: ["authorization", "cloudfront-viewer-address", "cloudfront-viewer-country"],
  },
  {
    pattern: "*",
    origin: { kind: "bucket", bucket: "site", listed: false },
    originHeaders: {},
    originPath: "",
    viewerRequest: PAGES,
    viewerResponse: STATUS,
    responseHeaders: POLICY,
    methods: ["GET", "HEAD"],
    compress: true,
    forwards: NOTHING,
    forwardedHeaders: [],
  },
];

export type Asked = {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: Buffer;
};

/** A site with a few files and an API that records its requests. */
export async function serving(
  answer: Partial<GatewayResponse> = {},
  { viewer = DEFAULT_VIEWER, behaviors = BEHAVIORS }: { viewer?: Viewer; behaviors?: Behavior[] } = {},
) {
  const directory = mkdtempSync(path.join(tmpdir(), "site-"));
  endings.push(() => rmSync(directory, { recursive: true, force: true }));
  mkdirSync(path.join(directory, "assets"));
  writeFileSync(path.join(directory, "index.html"), "<p>the page</p>");
  writeFileSync(path.join(directory, "app.html"), "<p>the shell</p>");
  writeFileSync(path.join(directory, "assets/app-1a2b.js"), "let a = 1;\n".repeat(300));
  const reached: GatewayRequest[] = [];
  const handler = createDistribution({
    model: { defaultRootObject: null, behaviors },
    gateway: {
      handle: async (request) => {
        reached.push(request);
        return {
          status: 200,
          headers: [["content-type", "application/json"]],
          body: Buffer.from("{}"),
          ...answer,
        };
      },
      reload: () => {},
    },
    bucket: () => folderBucket(directory, siteCacheControl),
    addresses: {
      region: "eu-west-1",
      cognitoEndpoint: "http://localhost:4404",
      formTargets: ["http://127.0.0.1:4405"],
    },
    viewer: () => viewer,
  });
  const site = await startSite(0, handler, () => {});
  endings.unshift(site.close);
  const address = site.server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;

  /** Sends the path exactly as given, dots included. */
  const ask = (target: string, options: http.RequestOptions = {}, body?: string | Buffer): Promise<Asked> =>
    new Promise((resolve, reject) => {
      const request = http.request(
        { host: "127.0.0.1", port, path: target, ...options },
        async (response) => {
          const chunks: Buffer[] = [];
          for await (const chunk of response) chunks.push(chunk);
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks),
          });
        },
      );
      request.on("error", reject);
      request.end(body);
    });
  return { ask, reached, directory, port };
}

export const headerOf = (request: GatewayRequest | undefined, name: string) =>
  request?.headers.filter(([given]) => given.toLowerCase() === name).map(([, value]) => value);
