import { createRequire, enableCompileCache, flushCompileCache } from "node:module";
import { pathToFileURL } from "node:url";
import { getHeapStatistics } from "node:v8";
import { parentPort, workerData } from "node:worker_threads";
import type { FunctionError, Invocation, WorkerMessage, WorkerSettings } from "../messages.ts";
import { shiftClock } from "./clock.ts";
import { redirectConsole } from "./console.ts";
import { redirectEgress } from "./egress.ts";
import { keepFetchLazy } from "./lazyFetch.ts";

/** A function's thread: Lambda's runtime with the local clock and network. */
const settings: WorkerSettings = workerData;
let requestId: string | undefined;
const realNow = Date.now.bind(Date);

const post = (message: WorkerMessage) => parentPort?.postMessage(message);

shiftClock(settings.clock);
redirectConsole((level, text) => post({ kind: "log", level, text }));
redirectEgress({ ...settings, requestId: () => requestId });
keepFetchLazy();

function contextOf(invocation: Invocation) {
  return {
    awsRequestId: invocation.requestId,
    callbackWaitsForEmptyEventLoop: true,
    functionName: settings.functionName,
    functionVersion: "$LATEST",
    invokedFunctionArn: settings.functionArn,
    memoryLimitInMB: String(settings.memoryMb),
    logGroupName: `/aws/lambda/${settings.functionName}`,
    logStreamName: "local",
    getRemainingTimeInMillis: () => Math.max(0, invocation.deadline - realNow()),
  };
}

function memoryMb(): number {
  const { total_heap_size, external_memory } = getHeapStatistics();
  return Math.round((total_heap_size + external_memory) / 100_000) / 10;
}

function describe(error: unknown): FunctionError {
  if (!(error instanceof Error)) return { errorType: typeof error, errorMessage: String(error) };
  const stackTrace = error.stack?.split("\n");
  return {
    errorType: error.name,
    errorMessage: error.message,
    ...(stackTrace === undefined ? {} : { stackTrace }),
  };
}

type Handler = (event: unknown, context: object) => unknown;

async function run(handler: Handler, invocation: Invocation) {
  requestId = invocation.requestId;
  try {
    const answer: unknown = await handler(JSON.parse(invocation.event), contextOf(invocation));
    const payload = JSON.stringify(answer) ?? "null";
    post({ kind: "done", requestId: invocation.requestId, payload, memoryMb: memoryMb() });
  } catch (error) {
    post({
      kind: "failed",
      requestId: invocation.requestId,
      error: describe(error),
      memoryMb: memoryMb(),
    });
  }
}

/** Like Lambda's runtime, loads a `.cjs` file with `require` and any other file with `import`. */
async function loadBundle(file: string): Promise<Record<string, Handler | undefined>> {
  return file.endsWith(".cjs") ? createRequire(file)(file) : import(pathToFileURL(file).href);
}

if (settings.compileCacheDir !== null) enableCompileCache(settings.compileCacheDir);
loadBundle(settings.bundle).then(
  (bundle) => {
    // Writes the cache now, because a terminated worker could not.
    if (settings.compileCacheDir !== null) flushCompileCache();
    const handler = bundle[settings.exportName];
    if (typeof handler !== "function") {
      const errorMessage = `${settings.functionId} exports no function ${settings.exportName}`;
      post({
        kind: "failed",
        requestId: null,
        error: { errorType: "Runtime.HandlerNotFound", errorMessage },
        memoryMb: memoryMb(),
      });
      return;
    }
    parentPort?.on("message", (invocation: Invocation) => void run(handler, invocation));
    post({ kind: "ready" });
  },
  (error: unknown) => post({ kind: "failed", requestId: null, error: describe(error), memoryMb: memoryMb() }),
);
