import { resolve } from "node:path";
import { type BuildOptions, build } from "esbuild";
import { fromOutputs } from "./bundle/fromOutputs.ts";
import { functionIds, handlerFiles } from "./bundle/functionIds.ts";
import { leaveOut } from "./bundle/leaveOut.ts";
import { unusedConstants } from "./bundle/unusedConstants.ts";
import { writeBundles } from "./bundle/write.ts";

const ROOT = resolve(import.meta.dirname, "..");

export type BundleOptions = {
  /** The functions' output folder; default `dist/functions`. */
  outdir?: string;
  /** Handler files by function id; default all functions. */
  files?: Readonly<Record<string, string>>;
};

const SETTINGS = {
  absWorkingDir: ROOT,
  outdir: "/",
  write: false,
  bundle: true,
  platform: "node",
  target: "node24",
  legalComments: "none",
  // Writes non-ASCII characters as UTF-8: escapes take more bytes.
  charset: "utf8",
  logLevel: "silent",
} as const satisfies BuildOptions;

/**
 * Builds every function to `<outdir>/<id>/index.cjs`, a file without imports. Node loads CommonJS faster than an ES
 * module (docs/decisions/what-is-in-a-functions-bundle.md). The first pass builds all functions and puts shared code
 * into chunks, so that esbuild parses the packages only once. The second pass joins each function with its chunks. A
 * single pass would take three times as long, for bundles that are 4 % smaller.
 * @returns bytes by function id
 * @throws esbuild's message, with file and line
 */
export async function bundle(options: BundleOptions = {}): Promise<ReadonlyMap<string, number>> {
  const files = options.files ?? handlerFiles(functionIds());
  const entries = Object.entries(files);
  const chunks = await build({
    ...SETTINGS,
    entryPoints: entries.map(([id, file]) => ({ in: file, out: `${id}/index` })),
    outExtension: { ".js": ".mjs" },
    format: "esm",
    splitting: true,
    chunkNames: "chunks/[hash]",
    // Prefers ES modules, because esbuild can drop their unused parts.
    mainFields: ["module", "main"],
    plugins: [leaveOut, unusedConstants],
  });
  const { outputFiles } = await build({
    ...SETTINGS,
    entryPoints: entries.map(([id]) => ({ in: `/${id}/index.mjs`, out: `${id}/index` })),
    outExtension: { ".js": ".cjs" },
    format: "cjs",
    minify: true,
    // A dynamic `import("node:http")` in an ES module reads every export and so loads fetch: 20 ms at the first call.
    supported: { "dynamic-import": false },
    plugins: [fromOutputs(chunks.outputFiles)],
  });
  return writeBundles(options.outdir ?? resolve(ROOT, "dist/functions"), outputFiles);
}

if (import.meta.main) {
  const started = performance.now();
  const sizes = await bundle();
  const sorted = [...sizes.values()].sort((a, b) => a - b);
  const kilobytes = (bytes = 0) => `${Math.round(bytes / 1000)} kB`;
  console.log(
    `${sizes.size} functions in ${((performance.now() - started) / 1000).toFixed(1)} s, ` +
      `median ${kilobytes(sorted[Math.floor(sorted.length / 2)])}, largest ${kilobytes(sorted.at(-1))}`,
  );
}
