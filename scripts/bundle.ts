import { resolve } from "node:path";
import { type BuildOptions, build } from "esbuild";
import { fromOutputs } from "./bundle/fromOutputs.ts";
import { functionIds, handlerFiles } from "./bundle/functionIds.ts";
import { leaveOut } from "./bundle/leaveOut.ts";
import { unusedConstants } from "./bundle/unusedConstants.ts";
import { writeBundles } from "./bundle/write.ts";

const ROOT = resolve(import.meta.dirname, "..");

export type BundleOptions = {
  /** Where the functions' folders go; `dist/functions` unless told otherwise. */
  outdir?: string;
  /** The handlers' files by function id; all of the product's unless told otherwise. */
  files?: Readonly<Record<string, string>>;
};

/** What both passes have in common. */
const SETTINGS = {
  absWorkingDir: ROOT,
  outdir: "/",
  write: false,
  bundle: true,
  platform: "node",
  target: "node24",
  legalComments: "none",
  // A typographic sign takes three bytes; escaped it would take six.
  charset: "utf8",
  logLevel: "silent",
} as const satisfies BuildOptions;

/**
 * Builds every function to `<outdir>/<id>/index.cjs`, each a file that needs no other. Node loads CommonJS faster than
 * an ES module (docs/decisions/what-is-in-a-functions-bundle.md).
 *
 * In two passes: the first takes all functions at once and puts what several of them use into chunks, so that
 * the packages are gone through once and not a hundred times; the second puts each function together from its
 * chunks. One pass takes three times as long and its bundles are 4 % smaller.
 * @returns bytes by function id
 * @throws what esbuild says, with file and line
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
    // The packages' ES modules, out of which esbuild can leave what is not used.
    mainFields: ["module", "main"],
    plugins: [leaveOut, unusedConstants],
  });
  const { outputFiles } = await build({
    ...SETTINGS,
    entryPoints: entries.map(([id]) => ({ in: `/${id}/index.mjs`, out: `${id}/index` })),
    outExtension: { ".js": ".cjs" },
    format: "cjs",
    minify: true,
    // An ES module's `import("node:http")` reads each of its names, and with them loads fetch: 20 ms at the first call.
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
