import type { ServiceCall } from "../aws/types.ts";
import type { FunctionError } from "./messages.ts";

/** A run of a function, as `GET /invocations` shows it. */
export type InvocationRecord = {
  requestId: string;
  functionId: string;
  /** Real time, ISO 8601. */
  startedAt: string;
  durationMs: number | null;
  /** Whether a worker had to start. */
  cold: boolean;
  /** The worker's heap at the end, if known. */
  memoryMb: number | null;
  result: "running" | "ok" | "error";
  error: FunctionError | null;
  /** Its calls to services, in the order of their answers. */
  calls: Omit<ServiceCall, "functionId" | "requestId">[];
};

export type Invocations = {
  begin: (requestId: string, functionId: string) => void;
  finish: (
    requestId: string,
    end: { durationMs: number; cold: boolean; memoryMb: number | null; error: FunctionError | null },
  ) => void;
  addCall: (call: ServiceCall) => void;
  list: (functionId?: string) => InvocationRecord[];
  readonly running: number;
  /** All runs, including dropped ones. */
  readonly total: number;
};

/** Beyond this number, the oldest records are dropped. */
const KEPT = 5000;

export function createInvocations(): Invocations {
  const records = new Map<string, InvocationRecord>();
  let running = 0;
  let total = 0;
  return {
    get running() {
      return running;
    },
    get total() {
      return total;
    },
    begin: (requestId, functionId) => {
      running += 1;
      total += 1;
      records.set(requestId, {
        requestId,
        functionId,
        startedAt: new Date().toISOString(),
        durationMs: null,
        cold: false,
        memoryMb: null,
        result: "running",
        error: null,
        calls: [],
      });
      const [oldest] = records.keys();
      if (records.size > KEPT && oldest !== undefined) records.delete(oldest);
    },
    finish: (requestId, { durationMs, cold, memoryMb, error }) => {
      running -= 1;
      const record = records.get(requestId);
      if (record === undefined) return;
      Object.assign(record, {
        durationMs: Math.round(durationMs * 100) / 100,
        cold,
        memoryMb,
        error,
        result: error === null ? "ok" : "error",
      });
    },
    addCall: ({ functionId: _, requestId, ...call }) => {
      if (requestId !== null) records.get(requestId)?.calls.push(call);
    },
    list: (functionId) =>
      [...records.values()].filter((record) => functionId === undefined || record.functionId === functionId),
  };
}
