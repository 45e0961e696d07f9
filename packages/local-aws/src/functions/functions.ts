import { randomUUID } from "node:crypto";
import { availableParallelism } from "node:os";
import type { InvokeResult, ServiceCall } from "../aws/types.ts";
import type { FunctionModel } from "../template/model.ts";
import { environmentOf } from "./environment.ts";
import { startInstance } from "./instance.ts";
import { createInvocations, type Invocations } from "./invocations.ts";
import type { FunctionError, LogLevel } from "./messages.ts";
import { createPool, type Pool } from "./pool.ts";
import { workerCode } from "./workerCode.ts";

export type FunctionsOptions = {
  functions: FunctionModel[];
  region: string;
  clock: SharedArrayBuffer;
  awsPort: number;
  outside: readonly { hosts: readonly string[]; port: number }[];
  /** The site's address. Only functions that have it in their environment may call it. */
  siteUrl: string;
  accessKeyOf: (functionId: string) => string;
  secretAccessKey: string;
  onLog: (functionId: string, level: LogLevel, text: string) => void;
  /** Whether a concurrency limit refuses to run a function now. */
  isRefused?: (functionId: string) => boolean;
  /** Workers per function. Default: MAX_WORKERS. A reserved concurrency can lower it. */
  maxWorkers?: number;
  slack?: number;
  /** A folder for compiled code, which saves a sixth of a worker's start. */
  compileCacheDir?: string;
  idleMs?: number;
  surplusIdleMs?: number;
};

export type Functions = {
  invocations: Invocations;
  /** Runs a function by its id or ARN. Resolves even if the function fails. */
  invoke: (idOrArn: string, event: unknown) => Promise<InvokeResult & { requestId: string }>;
  addCall: (call: ServiceCall) => void;
  kill: (functionId: string, requestId: string | null) => void;
  replace: (functionIds: string[]) => void;
  /** Gives every function a new worker at its next call, as after a quiet hour. */
  coolDown: () => void;
  reload: (functions: FunctionModel[]) => void;
  close: () => Promise<void>;
};

/** Lambda's limit for the event and for the answer of a synchronous call. */
export const PAYLOAD_LIMIT_BYTES = 6 * 1024 * 1024;
export const REQUEST_TOO_LARGE = "RequestTooLarge";
/** Lambda's refusal above a concurrency limit. */
export const TOO_MANY = "TooManyRequestsException";

/** More workers would only compete for processors, and each has to start. */
const MAX_WORKERS = Math.max(4, 2 * availableParallelism());

type Entry = { model: FunctionModel; pool: Pool };

export async function createFunctions(options: FunctionsOptions): Promise<Functions> {
  const code = await workerCode();
  const invocations = createInvocations();
  const entries = new Map(options.functions.map((model) => [model.id, entryOf(model)]));

  function entryOf(model: FunctionModel): Entry {
    const most = options.maxWorkers ?? MAX_WORKERS;
    const environment = environmentOf(model, {
      region: options.region,
      awsEndpoint: `http://127.0.0.1:${options.awsPort}`,
      accessKeyOf: options.accessKeyOf,
      secretAccessKey: options.secretAccessKey,
    });
    const { clock, awsPort, outside, siteUrl, onLog, slack = 1, compileCacheDir = null } = options;
    const pool = createPool({
      start: () =>
        startInstance({
          fn: model,
          code,
          environment,
          clock,
          awsPort,
          outside,
          siteUrl,
          compileCacheDir,
          slack,
          onLog: (level, text) => onLog(model.id, level, text),
        }),
      concurrency: Math.min(model.reservedConcurrency ?? most, most),
      idleMs: options.idleMs ?? 10 * 60_000,
      surplusIdleMs: options.surplusIdleMs ?? 20_000,
    });
    return { model, pool };
  }

  function find(idOrArn: string): Entry {
    const entry = entries.get(idOrArn) ?? [...entries.values()].find(({ model }) => model.arn === idOrArn);
    if (entry === undefined) throw new Error(`There is no function ${idOrArn} in the template`);
    return entry;
  }

  async function run({ model, pool }: Entry, requestId: string, event: string): Promise<InvokeResult> {
    const started = performance.now();
    invocations.begin(requestId, model.id);
    const outcome = await pool.invoke(requestId, event);
    const error = outcome.ok ? tooLarge(outcome.payload) : outcome.error;
    const { cold, memoryMb } = outcome;
    invocations.finish(requestId, { durationMs: performance.now() - started, cold, memoryMb, error });
    if (error !== null) {
      options.onLog(model.id, "error", `${requestId} ${error.errorType}: ${describe(error)}`);
      return { ok: false, error };
    }
    return { ok: true, payload: outcome.ok ? JSON.parse(outcome.payload) : null };
  }

  return {
    invocations,
    invoke: async (idOrArn, event) => {
      const entry = find(idOrArn);
      const requestId = randomUUID();
      if (options.isRefused?.(entry.model.id))
        return { ok: false, requestId, error: { errorType: TOO_MANY, errorMessage: "Rate Exceeded." } };
      const text = JSON.stringify(event) ?? "null";
      if (Buffer.byteLength(text) > PAYLOAD_LIMIT_BYTES) {
        const errorMessage = `The event is larger than ${PAYLOAD_LIMIT_BYTES} bytes`;
        return { ok: false, requestId, error: { errorType: REQUEST_TOO_LARGE, errorMessage } };
      }
      return { ...(await run(entry, requestId, text)), requestId };
    },
    addCall: (call) => invocations.addCall(call),
    kill: (functionId, requestId) => {
      if (requestId !== null) entries.get(functionId)?.pool.kill(requestId);
    },
    replace: (functionIds) => {
      for (const id of functionIds) entries.get(id)?.pool.retire();
    },
    coolDown: () => {
      for (const { pool } of entries.values()) pool.retire();
    },
    reload: (functions) => {
      for (const [id, entry] of entries) {
        if (functions.some((model) => model.id === id)) continue;
        entry.pool.retire();
        entries.delete(id);
      }
      for (const model of functions) {
        const known = entries.get(model.id);
        if (known !== undefined && JSON.stringify(known.model) === JSON.stringify(model)) continue;
        known?.pool.retire();
        entries.set(model.id, entryOf(model));
      }
    },
    close: async () => {
      await Promise.all([...entries.values()].map(({ pool }) => pool.end()));
    },
  };
}

function tooLarge(payload: string): FunctionError | null {
  if (Buffer.byteLength(payload) <= PAYLOAD_LIMIT_BYTES) return null;
  return {
    errorType: "Function.ResponseSizeTooLarge",
    errorMessage: `The answer is larger than ${PAYLOAD_LIMIT_BYTES} bytes`,
  };
}

function describe(error: FunctionError): string {
  return error.stackTrace?.join("\n") ?? error.errorMessage;
}
