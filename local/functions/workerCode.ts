import { fileURLToPath } from "node:url";
import { build, stop } from "esbuild";

let built: Promise<string> | undefined;

/**
 * The worker's program as one piece of JavaScript. Node would take the TypeScript as it is, but load its
 * compiler again in every thread: twice the time and memory.
 */
export function workerCode(): Promise<string> {
  built ??= bundle();
  return built;
}

async function bundle(): Promise<string> {
  const result = await build({
    entryPoints: [fileURLToPath(new URL("./worker/main.ts", import.meta.url))],
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
