import { resolve } from "node:path";
import { type BuildOptions, type BuildResult, build, context } from "esbuild";
import { functionIds, handlerFiles } from "./bundle/functionIds.ts";
import { leaveOut } from "./bundle/leaveOut.ts";
import { createWriter } from "./bundle/write.ts";

export { functionIds };

const ROOT = resolve(import.meta.dirname, "..");

export type BundleOptions = {
  /** Called after each later build with the ids whose code is another. The first build is not reported. */
  watch?: (changedIds: string[]) => void;
  /** Called when a later build fails; the bundles stay as they were. */
  failed?: (message: string) => void;
  /** Where the functions' folders go; `dist/functions` unless told otherwise. */
  outdir?: string;
  /** The handlers' files by function id; all of the product's unless told otherwise. */
  files?: Readonly<Record<string, string>>;
};

export type Bundles = {
  /** Bytes by function id. */
  readonly sizes: ReadonlyMap<string, number>;
  /** Ends watching. */
  readonly close: () => Promise<void>;
};

/**
 * Builds every function in one go to `<outdir>/<id>/index.mjs`. A file is written only where its code has
 * changed. A new id in the registry needs a new process: the registry is read when this module is loaded.
 */
export async function bundle(options: BundleOptions = {}): Promise<Bundles> {
  const files = options.files ?? handlerFiles(functionIds());
  const writer = createWriter(options.outdir ?? resolve(ROOT, "dist/functions"));
  const settings = settingsFor(files);
  if (!options.watch) {
    writer.write((await build({ ...settings, logLevel: "silent" })).outputFiles ?? []);
    writer.removeOthers(Object.keys(files));
    return { sizes: writer.sizes, close: async () => undefined };
  }
  return watching(settings, writer, options.watch, options.failed ?? console.error);
}

async function watching(
  settings: BuildOptions,
  writer: ReturnType<typeof createWriter>,
  changed: (ids: string[]) => void,
  failed: (message: string) => void,
): Promise<Bundles> {
  let builds = 0;
  const { promise: firstBuild, resolve: done, reject } = Promise.withResolvers<void>();
  const finish = (result: BuildResult) => {
    builds += 1;
    const problem = result.errors.map(describe).join("\n");
    if (builds === 1 && problem) return reject(new Error(problem));
    if (problem) return failed(problem);
    const ids = writer.write(result.outputFiles ?? []);
    if (builds === 1) return done();
    if (ids.length > 0) changed(ids);
  };
  const watcher = await context({
    ...settings,
    logLevel: "silent",
    plugins: [
      ...(settings.plugins ?? []),
      { name: "report", setup: (setup) => setup.onEnd((result) => finish(result)) },
    ],
  });
  try {
    await watcher.watch();
    await firstBuild;
  } catch (error) {
    await watcher.dispose();
    throw error;
  }
  return { sizes: writer.sizes, close: () => watcher.dispose() };
}

function describe(message: BuildResult["errors"][number]): string {
  const place = message.location ? `${message.location.file}:${message.location.line}: ` : "";
  return place + message.text;
}

function settingsFor(files: Readonly<Record<string, string>>): BuildOptions {
  return {
    absWorkingDir: ROOT,
    entryPoints: Object.entries(files).map(([id, file]) => ({ in: file, out: `${id}/index` })),
    outdir: "/",
    outExtension: { ".js": ".mjs" },
    write: false,
    bundle: true,
    minify: true,
    platform: "node",
    target: "node24",
    format: "esm",
    // The packages' ES modules, out of which esbuild can leave what is not used.
    mainFields: ["module", "main"],
    legalComments: "none",
    // Some dependencies still call require for Node's own modules.
    banner: {
      js: 'import{createRequire as __createRequire}from"node:module";const require=__createRequire(import.meta.url);',
    },
    plugins: [leaveOut],
  };
}

if (import.meta.main) {
  const started = performance.now();
  const { sizes } = await bundle();
  const sorted = [...sizes.values()].sort((a, b) => a - b);
  const kilobytes = (bytes = 0) => `${Math.round(bytes / 1000)} kB`;
  console.log(
    `${sizes.size} functions in ${((performance.now() - started) / 1000).toFixed(1)} s, ` +
      `median ${kilobytes(sorted[Math.floor(sorted.length / 2)])}, largest ${kilobytes(sorted.at(-1))}`,
  );
}
