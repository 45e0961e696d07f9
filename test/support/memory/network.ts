import { AsyncLocalStorage } from "node:async_hooks";

/**
 * How a call to a service goes wrong. In tests without a stack, every call to a service passes the network in memory,
 * which counts the call.
 */
export type Mode =
  /** The call never arrived. */
  | "refused"
  /** The call was done, but its answer never came. */
  | "lost"
  /** The call was done, its answer never came, and the SDK retried. */
  | "asked again"
  /** The process died before or after the call. None of its code runs afterwards, not even a `catch`. */
  | "killed before"
  | "killed after"
  /** The service failed and did nothing. A retry with the same key gets the same answer. */
  | "broken"
  /** The call timed out. Stripe gets the call later, at `arrive`. Other services never get the call. */
  | "late";

export type Call = { service: "cognito" | "dynamodb" | "stripe" | "sqs"; operation: string };

export type Network = {
  /** The calls since the last `plan`, in order. */
  readonly calls: Call[];
  /** Counts the calls from here on. The call with this number, from 0, meets the fault. */
  plan(fault?: { at: number; mode: Mode }): void;
  /** Every call waits for this, so a test can decide the order of calls. */
  turn: ((call: Call) => Promise<void>) | undefined;
  /** Applies the late calls that were made before this time. */
  arrive(askedUntil?: number): void;
  /**
   * @param isRemembered whether the service recognizes a retry by its token or key
   * @param broken what the service does when it fails in the mode "broken"
   */
  pass<T>(call: Call, apply: () => T, isRemembered?: boolean, broken?: () => void): Promise<T>;
};

type Process = { isOver: boolean; end: () => void };
const processes = new AsyncLocalStorage<Process>();

/** Runs an invocation that a fault can end before or after each of its calls. */
export function inProcess<T>(work: () => Promise<T>): Promise<T | "killed"> {
  const { promise, resolve } = Promise.withResolvers<"killed">();
  const own: Process = {
    isOver: false,
    end: () => {
      own.isOver = true;
      resolve("killed");
    },
  };
  return processes.run(own, () => Promise.race([work(), promise]));
}

const never = <T>() => new Promise<T>(() => {});

/** Applies a call whose result is lost. */
function unheard(apply: () => unknown): void {
  try {
    apply();
  } catch {
    // A refusal is lost in the same way.
  }
}

export class ConnectionLost extends Error {
  override readonly name = "ConnectionLost";
  readonly code = "ECONNRESET";
}

export function network(): Network {
  let calls: Call[] = [];
  let planned: { at: number; mode: Mode } | undefined;
  let late: { at: number; apply: () => unknown }[] = [];
  return {
    get calls() {
      return calls;
    },
    turn: undefined,
    plan(fault) {
      calls = [];
      planned = fault;
    },
    arrive(askedUntil = Infinity) {
      const due = late.filter(({ at }) => at <= askedUntil);
      late = late.filter(({ at }) => at > askedUntil);
      for (const { apply } of due) unheard(apply);
    },
    async pass(call, apply, isRemembered = false, broken = () => {}) {
      const own = processes.getStore();
      if (own?.isOver) return never();
      const mode = planned?.at === calls.length ? planned.mode : undefined;
      calls.push(call);
      await this.turn?.(call);
      if (own?.isOver) return never();
      const what = `${call.service} ${call.operation}`;
      if (mode === "killed before" || mode === "killed after") {
        if (mode === "killed after") unheard(apply);
        own?.end();
        return never();
      }
      if (mode === "lost") {
        unheard(apply);
        throw new ConnectionLost(`The answer to ${what} was lost`);
      }
      if (mode === "broken") broken();
      if (mode === "late" && call.service === "stripe") late.push({ at: Date.now(), apply });
      if (mode === "refused" || mode === "broken" || mode === "late")
        throw new ConnectionLost(`${what} never arrived`);
      const result = apply();
      return mode === "asked again" && !isRemembered ? apply() : result;
    },
  };
}
