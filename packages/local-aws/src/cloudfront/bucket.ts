import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import path from "node:path";

export type StoredObject = {
  body: Buffer;
  contentType: string;
  cacheControl: string | undefined;
  etag: string;
  lastModified: string;
};

export type Bucket = { get: (key: string) => Promise<StoredObject | undefined> };

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  ".avif": "image/avif",
  ".css": "text/css; charset=utf-8",
  ".dmg": "application/x-apple-diskimage",
  ".exe": "application/vnd.microsoft.portable-executable",
  ".gif": "image/gif",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".jpg": "image/jpeg",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".map": "application/json",
  ".mjs": "text/javascript; charset=utf-8",
  ".mp4": "video/mp4",
  ".pdf": "application/pdf",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".vtt": "text/vtt; charset=utf-8",
  ".wasm": "application/wasm",
  ".webm": "video/webm",
  ".webmanifest": "application/manifest+json",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
  ".xml": "application/xml",
  ".yml": "text/yaml; charset=utf-8",
  ".zip": "application/zip",
};

/** A folder as a bucket. Rereads changed files. */
export function folderBucket(directory: string, cacheControlOf: (key: string) => string | undefined): Bucket {
  const root = path.resolve(directory);
  const kept = new Map<string, { stamp: string; object: StoredObject }>();
  return {
    get: async (key) => {
      const file = path.resolve(root, `.${path.posix.normalize(`/${key}`)}`);
      if (!file.startsWith(root + path.sep) || key.includes("\0")) return undefined;
      const found = await stat(file).catch(() => undefined);
      if (!found?.isFile()) return undefined;
      const stamp = `${found.mtimeMs}-${found.size}`;
      const known = kept.get(file);
      if (known?.stamp === stamp) return known.object;
      const body = await readFile(file);
      const object = {
        body,
        contentType: CONTENT_TYPES[path.extname(file).toLowerCase()] ?? "application/octet-stream",
        cacheControl: cacheControlOf(key),
        etag: `"${createHash("md5").update(body).digest("hex")}"`,
        lastModified: new Date(Math.floor(found.mtimeMs / 1000) * 1000).toUTCString(),
      };
      kept.set(file, { stamp, object });
      return object;
    },
  };
}

const YEAR_SECONDS = 31_536_000;

/** The cache times that the deploy script sets on upload. */
export function siteCacheControl(key: string): string {
  return /^\/?assets\//.test(key) ? `public, max-age=${YEAR_SECONDS}, immutable` : "no-cache";
}

export function textObject(text: string, contentType: string, cacheControl: string): StoredObject {
  const body = Buffer.from(text);
  const etag = `"${createHash("md5").update(body).digest("hex")}"`;
  return { body, contentType, cacheControl, etag, lastModified: new Date(0).toUTCString() };
}
