import { promisify } from "node:util";
import zlib from "node:zlib";

const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

/** https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/ServingCompressedFiles.html */
const MIN_BYTES = 1000;
const MAX_BYTES = 10_000_000;

const COMPRESSIBLE = new Set([
  "application/javascript",
  "application/json",
  "application/manifest+json",
  "application/wasm",
  "application/xml",
  "image/svg+xml",
  "text/css",
  "text/csv",
  "text/html",
  "text/javascript",
  "text/plain",
  "text/xml",
  "text/yaml",
]);

export type Encoding = "br" | "gzip";

export function encodingFor(
  accepted: string | undefined,
  contentType: string,
  bytes: number,
): Encoding | undefined {
  if (bytes < MIN_BYTES || bytes > MAX_BYTES) return undefined;
  if (!COMPRESSIBLE.has(contentType.split(";")[0]?.trim().toLowerCase() ?? "")) return undefined;
  const names = (accepted ?? "").split(",").map((one) => one.split(";")[0]?.trim().toLowerCase());
  if (names.includes("br")) return "br";
  return names.includes("gzip") ? "gzip" : undefined;
}

const kept = new WeakMap<Buffer, Map<Encoding, Promise<Buffer>>>();

export function compress(body: Buffer, encoding: Encoding): Promise<Buffer> {
  const known = kept.get(body) ?? new Map<Encoding, Promise<Buffer>>();
  kept.set(body, known);
  const done = known.get(encoding) ?? run(body, encoding);
  known.set(encoding, done);
  return done;
}

function run(body: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === "gzip") return gzip(body, { level: 6 });
  return brotli(body, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 5 } });
}
