import { existsSync } from "node:fs";
import path from "node:path";
import { Worker } from "node:worker_threads";
import type { FunctionModel } from "../template/model.ts";
import type { FunctionError, LogLevel, WorkerMessage, WorkerSettings } from "./messages.ts";

export type InstanceOptions = {
  fn: FunctionModel;
  code: string;
  environment: Record<string, string>;
  clock: SharedArrayBuffer;
  awsPort: number;
  outside: WorkerSettings["outside"];
  siteUrl: string;
  compileCacheDir: string | null;
  slack: number;
  onLog: (level: LogLevel, text: string) => void;
};

/** `memoryMb`: the worker's heap at the end; null if the worker ended first. */
export type Outcome = { memoryMb: number | null } & (
  | { ok: true; payload: string }
  | { ok: false; error: FunctionError }
);

/** A function's worker. It serves one call at a time, like a Lambda environment. */
export type Instance = {
  readonly alive: boolean;
  readonly requestId: string | undefined;
  invoke: (requestId: string, event: string) => Promise<Outcome>;
  end: () => Promise<void>;
};

/** Lambda's separate limit for the start of an environment. */
const START_LIMIT_MS = 10_000;

export function startInstance(options: InstanceOptions): Instance {
  const { fn, slack } = options;
  const worker = new Worker(options.code, {
    eval: true,
    name: fn.id,
    env: options.environment,
    workerData: settingsOf(options),
    stdout: true,
    stderr: true,
    execArgv: ["--no-warnings"],
    resourceLimits: { maxOldGenerationSizeMb: fn.memoryMb },
  });
  worker.unref();
  worker.stdout.on("data", (chunk: Buffer) => options.onLog("info", chunk.toString().trimEnd()));
  worker.stderr.on("data", (chunk: Buffer) => options.onLog("error", chunk.toString().trimEnd()));

  let alive = true;
  let running: { requestId: string; settle: (outcome: Outcome) => void } | undefined;
  let cause: FunctionError | undefined;
  const ready = Promise.withResolvers<FunctionError | null>();

  const finish = (outcome: Outcome) => {
    const settle = running?.settle;
    running = undefined;
    settle?.(outcome);
  };
  const die = (error: FunctionError) => {
    cause ??= error;
    void worker.terminate();
  };

  worker.on("message", (message: WorkerMessage) => {
    if (message.kind === "log") options.onLog(message.level, message.text);
    else if (message.kind === "ready") ready.resolve(null);
    else if (message.kind === "done")
      finish({ ok: true, payload: message.payload, memoryMb: message.memoryMb });
    else if (message.requestId === null) die(message.error);
    else finish({ ok: false, error: message.error, memoryMb: message.memoryMb });
  });
  worker.on("error", (error) => {
    cause ??= {
      errorType: nameOf(error),
      errorMessage: error instanceof Error ? error.message : String(error),
    };
  });
  worker.on("exit", (status) => {
    alive = false;
    const error = cause ?? {
      errorType: "Runtime.ExitError",
      errorMessage: `Runtime exited with status ${status}`,
    };
    ready.resolve(error);
    finish({ ok: false, error, memoryMb: null });
  });

  return {
    get alive() {
      return alive;
    },
    get requestId() {
      return running?.requestId;
    },
    invoke: async (requestId, event) => {
      const answer = Promise.withResolvers<Outcome>();
      running = { requestId, settle: answer.resolve };
      const startLimit = START_LIMIT_MS * slack;
      const slowStart = setTimeout(() => die(timedOut(startLimit)), startLimit);
      const failure = await ready.promise;
      clearTimeout(slowStart);
      if (failure !== null) return { ok: false, error: failure, memoryMb: null };
      const limit = fn.timeoutSeconds * 1000 * slack;
      const slowAnswer = setTimeout(() => die(timedOut(limit)), limit);
      worker.postMessage({ requestId, event, deadline: Date.now() + limit });
      const outcome = await answer.promise;
      clearTimeout(slowAnswer);
      return outcome;
    },
    end: async () => {
      await worker.terminate();
    },
  };
}

function settingsOf(options: InstanceOptions): WorkerSettings {
  const { fn, clock, awsPort, outside, siteUrl, environment, compileCacheDir } = options;
  const [file = "index", exportName = "handler"] = fn.handler.split(".");
  return {
    functionId: fn.id,
    functionName: fn.name,
    functionArn: fn.arn,
    memoryMb: fn.memoryMb,
    bundle: bundleIn(fn.codeDir, file),
    exportName,
    clock,
    awsPort,
    outside,
    sitePort: Object.values(environment).some((value) => value.startsWith(siteUrl))
      ? Number(new URL(siteUrl).port)
      : null,
    compileCacheDir,
  };
}

/** Looks up a bundle like Lambda's runtime. A missing handler is reported when the function starts. */
function bundleIn(codeDir: string, file: string): string {
  const files = [".js", ".mjs", ".cjs"].map((extension) => path.join(codeDir, `${file}${extension}`));
  return files.find((candidate) => existsSync(candidate)) ?? path.join(codeDir, `${file}.js`);
}

function timedOut(milliseconds: number): FunctionError {
  return {
    errorType: "Sandbox.Timedout",
    errorMessage: `Task timed out after ${(milliseconds / 1000).toFixed(2)} seconds`,
  };
}

function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return "Runtime.Unknown";
  const outOfMemory = "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
  return outOfMemory ? "Runtime.OutOfMemory" : error.name;
}
