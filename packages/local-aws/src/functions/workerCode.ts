import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

/** Missing in the package, which has only the built program. */
const SOURCE = fileURLToPath(new URL("./worker/main.ts", import.meta.url));

let built: Promise<string> | undefined;

/**
 * The worker's program as one piece of JavaScript. From TypeScript, Node would load its compiler in every thread, for
 * twice the time and memory.
 */
export function workerCode(): Promise<string> {
  built ??= existsSync(SOURCE) ? bundle() : readFile(new URL("./worker.cjs", import.meta.url), "utf8");
  return built;
}

async function bundle(): Promise<string> {
  const { build, stop } = await import("esbuild");
  const result = await build({
    entryPoints: [SOURCE],
    bundle: true,
    write: false,
    platform: "node",
    target: "node24",
    format: "cjs",
    // Keeps the import of the function's bundle, whose path is known only at run time.
    supported: { "dynamic-import": true },
  });
  // Ends the bundler's process, which would run as long as this one.
  await stop();
  return result.outputFiles[0]?.text ?? "";
}
