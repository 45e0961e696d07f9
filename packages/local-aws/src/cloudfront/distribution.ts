import type { IncomingMessage, ServerResponse } from "node:http";
import { BODY_LIMIT_BYTES, type Gateway } from "../gateway/gateway.ts";
import type { DistributionModel } from "../template/model.ts";
import { type Behavior, createBehaviorFinder } from "./behaviors.ts";
import type { Bucket, StoredObject } from "./bucket.ts";
import { compress, encodingFor } from "./compress.ts";
import {
  createEdgeFunction,
  createEdgeResponseFunction,
  type EdgeFunction,
  type EdgeRequest,
  type EdgeResponseFunction,
} from "./edgeFunction.ts";
import { type LocalAddresses, localHeaders } from "./headersPolicy.ts";
import { headerLines, readBody, send } from "./httpMessage.ts";
import { originHeaders } from "./originRequest.ts";
import { type Viewer, viewerAddress } from "./viewer.ts";

export type DistributionOptions = {
  model: DistributionModel;
  gateway: Gateway;
  bucket: (name: string) => Bucket;
  addresses: LocalAddresses;
  viewer: () => Viewer;
};

/** CloudFront's address as the gateway sees it, from a range reserved for documentation. */
const EDGE_ADDRESS = "192.0.2.1";

type Answer = { status: number; headers: [string, string][]; body: Buffer };
type Prepared = {
  behavior: Behavior;
  edge: EdgeFunction | null;
  edgeAfter: EdgeResponseFunction | null;
  headers: Record<string, string>;
};

export function createDistribution(options: DistributionOptions) {
  const find = createBehaviorFinder(options.model.behaviors);
  const prepared = new Map(
    options.model.behaviors.map((behavior): [Behavior, Prepared] => [
      behavior,
      {
        behavior,
        edge: behavior.viewerRequest === null ? null : createEdgeFunction(behavior.viewerRequest),
        edgeAfter:
          behavior.viewerResponse === null ? null : createEdgeResponseFunction(behavior.viewerResponse),
        headers: localHeaders(behavior.responseHeaders, options.addresses),
      },
    ]),
  );

  async function fromApi(request: IncomingMessage, behavior: Behavior, target: Target): Promise<Answer> {
    const body = await readBody(request, BODY_LIMIT_BYTES);
    const viewer = options.viewer();
    const remote = { address: plainAddress(request), port: request.socket.remotePort ?? 0 };
    const headers = originHeaders(behavior, headerLines(request), {
      country: viewer.country,
      address: viewerAddress(viewer, remote),
      ip: viewer.address ?? remote.address,
    });
    return options.gateway.handle({
      method: request.method ?? "GET",
      path: target.path,
      query: behavior.forwards.query ? target.query : "",
      headers,
      // One byte above the limit is enough for the gateway to refuse the body.
      body: body ?? Buffer.alloc(BODY_LIMIT_BYTES + 1),
      sourceIp: EDGE_ADDRESS,
    });
  }

  async function fromBucket(
    request: IncomingMessage,
    { bucket: bucketName, listed }: Extract<Behavior["origin"], { kind: "bucket" }>,
    path: string,
  ): Promise<Answer> {
    const key =
      path === "/" && options.model.defaultRootObject !== null ? `/${options.model.defaultRootObject}` : path;
    const object = await options.bucket(bucketName).get(decodePath(key));
    if (object === undefined) return listed ? noSuchKey() : accessDenied();
    const headers = objectHeaders(object);
    if (request.headers["if-none-match"]?.includes(object.etag.slice(1, -1))) {
      return { status: 304, headers, body: Buffer.alloc(0) };
    }
    const part = partOf(request.headers.range, object.body.length);
    if (part === undefined) return { status: 200, headers, body: object.body };
    const range = `bytes ${part.from}-${part.to}/${object.body.length}`;
    const body = object.body.subarray(part.from, part.to + 1);
    return { status: 206, headers: [...headers, ["content-range", range]], body };
  }

  async function answer(request: IncomingMessage, own: Prepared, target: Target): Promise<Answer> {
    const { behavior, edge } = own;
    if (!behavior.methods.includes(request.method ?? "GET")) return methodRefused();
    let path = target.path;
    if (edge !== null) {
      const outcome = edge(edgeRequest(request, target), plainAddress(request));
      if (outcome.kind === "response") {
        const { status, headers, body } = outcome.response;
        return { status, headers: Object.entries(headers), body: Buffer.from(body) };
      }
      path = outcome.request.uri;
    }
    if (behavior.origin.kind === "api")
      return fromApi(request, behavior, { ...target, path: behavior.originPath + path });
    const answer = await fromBucket(request, behavior.origin, path);
    // CloudFront runs no viewer-response function after an origin's error.
    if (own.edgeAfter === null || answer.status >= 400) return answer;
    const asked = { ...edgeRequest(request, target), uri: path };
    return { ...answer, status: own.edgeAfter(asked, answer.status, plainAddress(request)) };
  }

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const target = targetOf(request);
    const own = prepared.get(find(target.path));
    if (own === undefined) throw new Error("The behavior was not prepared");
    const { status, headers, body } = await answer(request, own, target);
    const policy = Object.entries(own.headers);
    const kept = headers.filter(([name]) => !Object.hasOwn(own.headers, name));
    const contentType = kept.find(([name]) => name === "content-type")?.[1] ?? "";
    const encoding =
      own.behavior.compress && (status === 200 || status === 404)
        ? encodingFor(request.headers["accept-encoding"]?.toString(), contentType, body.length)
        : undefined;
    if (encoding === undefined) return send(response, status, [...kept, ...policy], body);
    const compressed: [string, string][] = kept.map(([name, value]) => [
      name,
      name === "etag" && !value.startsWith("W/") ? `W/${value}` : value,
    ]);
    const marks: [string, string][] = [
      ["content-encoding", encoding],
      ["vary", "Accept-Encoding"],
    ];
    send(response, status, [...compressed, ...marks, ...policy], await compress(body, encoding));
  };
}

/** One range of bytes, with which players seek. Other ranges get the whole object. */
function partOf(range: string | undefined, length: number): { from: number; to: number } | undefined {
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(range ?? "") ?? [];
  if (from === undefined || Number(from) >= length) return undefined;
  return { from: Number(from), to: Math.min(length - 1, to ? Number(to) : length - 1) };
}

type Target = { path: string; query: string };

function targetOf(request: IncomingMessage): Target {
  const url = request.url ?? "/";
  const mark = url.indexOf("?");
  return mark < 0 ? { path: url, query: "" } : { path: url.slice(0, mark), query: url.slice(mark + 1) };
}

function edgeRequest(request: IncomingMessage, target: Target): EdgeRequest {
  const headers = Object.entries(request.headers).flatMap(([name, value]) =>
    name === "cookie" || value === undefined ? [] : [[name, { value: [value].flat().join(", ") }]],
  );
  const query = [...new URLSearchParams(target.query)].map(([name, value]) => [name, { value }]);
  return {
    method: request.method ?? "GET",
    uri: target.path,
    querystring: Object.fromEntries(query),
    headers: Object.fromEntries(headers),
    cookies: {},
  };
}

function objectHeaders(object: StoredObject): [string, string][] {
  return [
    ["content-type", object.contentType],
    ["etag", object.etag],
    ["last-modified", object.lastModified],
    ...(object.cacheControl === undefined
      ? []
      : [["cache-control", object.cacheControl] satisfies [string, string]]),
  ];
}

const accessDenied = (): Answer => storeError(403, "AccessDenied", "Access Denied");

const noSuchKey = (): Answer => storeError(404, "NoSuchKey", "The specified key does not exist.");

function storeError(status: number, code: string, message: string): Answer {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`;
  return { status, headers: [["content-type", "application/xml"]], body: Buffer.from(body) };
}

function methodRefused(): Answer {
  const body =
    "This distribution is not configured to allow the HTTP request method that was used for this request.";
  return { status: 403, headers: [["content-type", "text/plain; charset=utf-8"]], body: Buffer.from(body) };
}

function plainAddress(request: IncomingMessage): string {
  return (request.socket.remoteAddress ?? "127.0.0.1").replace(/^::ffff:/, "");
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
