import { AsyncLocalStorage } from "node:async_hooks";

/**
 * What stands between the code and the services in a test without a stack. Every call of a service passes here,
 * is counted, and may go wrong as on a real wire.
 */
export type Mode =
  /** It never arrived. */
  | "refused"
  /** It was done, and the answer never came. */
  | "lost"
  /** The same, and the SDK retried. */
  | "asked again"
  /** The process ended there, before it was asked or after: nothing of it runs on, not even what catches. */
  | "killed before"
  | "killed after"
  /** The service broke, did nothing, and answers a second try by the same key alike. */
  | "broken"
  /** Nobody waited so long: it is done later, at `arrive`. Of Stripe alone; elsewhere it never arrived. */
  | "late";

export type Call = { service: "cognito" | "dynamodb" | "stripe" | "sqs"; operation: string };

export type Network = {
  /** What was asked since the last `plan`, in order. */
  readonly calls: Call[];
  /** Counts from here on; the call with this number, from 0, meets the fault. */
  plan(fault?: { at: number; mode: Mode }): void;
  /** Waited for before each call: where a test decides who goes first. */
  turn: ((call: Call) => Promise<void>) | undefined;
  /** What was late, and was asked for by then, is done now. */
  arrive(askedUntil?: number): void;
  /**
   * @param isRemembered the service knows a second try for the first one, by its token or key
   * @param broken what the service keeps of a call at which it broke
   */
  pass<T>(call: Call, apply: () => T, isRemembered?: boolean, broken?: () => void): Promise<T>;
};

type Process = { isOver: boolean; end: () => void };
const processes = new AsyncLocalStorage<Process>();

/** An invocation, which a fault may end between any two of its calls. */
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

/** Done, and nobody hears what came of it. */
function unheard(apply: () => unknown): void {
  try {
    apply();
  } catch {
    // A no is lost as well as a yes.
  }
}

export class ConnectionLost extends Error {
  override readonly name = "ConnectionLost";
  /** As Node says it. */
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
