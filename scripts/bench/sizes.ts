import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync } from "node:zlib";
import * as z from "zod/mini";
import { FORM_PATHS } from "#shared/site.ts";
import { ENTRY, FORM_ENTRY } from "../../web/page.ts";

const Manifest = z.record(
  z.string(),
  z.object({ file: z.string(), imports: z.optional(z.array(z.string())) }),
);

const brotli = (file: string): number => brotliCompressSync(readFileSync(file)).length;

/** Minified bytes of each function's bundle, the largest first. */
export function functionSizes(folder: string): { id: string; bytes: number }[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => path.basename(file) === "index.cjs")
    .map((file) => ({
      id: path.dirname(file).replaceAll(path.sep, "/"),
      bytes: statSync(path.join(folder, file)).size,
    }))
    .sort((a, b) => b.bytes - a.bytes);
}

/** Bytes as CloudFront sends them: a public page's HTML with its style sheet, and all of its scripts. */
export function pageSizes(
  web: string,
  pages: readonly string[],
): { path: string; text: number; scripts: number }[] {
  const manifest = z.parse(
    Manifest,
    JSON.parse(readFileSync(path.join(web, "manifest-public.json"), "utf8")),
  );
  return pages.map((page) => {
    const file = path.join(web, page, "index.html");
    const html = readFileSync(file, "utf8");
    const sheets = [...html.matchAll(/<link rel="stylesheet"[^>]*href="([^"]+)"/g)].map(
      ([, href]) => href ?? "",
    );
    const entries = [FORM_PATHS.includes(page) ? FORM_ENTRY : ENTRY];
    if (page === "/status") entries.push("src/public/status/enlivenStatusBoard.tsx");
    return {
      path: page,
      text: brotli(file) + sheets.reduce((sum, sheet) => sum + brotli(path.join(web, sheet)), 0),
      scripts: filesOf(manifest, entries).reduce((sum, script) => sum + brotli(path.join(web, script)), 0),
    };
  });
}

function filesOf(manifest: z.output<typeof Manifest>, entries: readonly string[]): string[] {
  const files = new Set(["theme.js", "enliven.js"]);
  const seen = new Set<string>();
  const visit = (key: string): void => {
    const chunk = manifest[key];
    if (chunk === undefined || seen.has(key)) return;
    seen.add(key);
    files.add(chunk.file);
    chunk.imports?.forEach(visit);
  };
  entries.forEach(visit);
  return [...files];
}
