import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

/** The package has the built program alone. */
const SOURCE = fileURLToPath(new URL("./worker/main.ts", import.meta.url));

let built: Promise<string> | undefined;

/**
 * The worker's program as one piece of JavaScript. Node would take the TypeScript as it is, but load its
 * compiler again in every thread: twice the time and memory.
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
    // The function's bundle is known only when the worker runs: that import stays one.
    supported: { "dynamic-import": true },
  });
  // Otherwise its process would stay for as long as ours.
  await stop();
  return result.outputFiles[0]?.text ?? "";
}
