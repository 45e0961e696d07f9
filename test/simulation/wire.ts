import { AsyncLocalStorage } from "node:async_hooks";
import { idle } from "./determinism.ts";
import type { Random } from "./random.ts";

/** Services whose calls pass through here, where they can fail as on a real network. */
export type Service = "dynamodb" | "stripe" | "sqs" | "cognito" | "ses" | "lambda";

/** A fault at the nth call of one invocation. */
export type Fault = {
  at: number;
  kind: /** The process dies before or after the call, and no more of its code runs. */
    | "killed before"
    | "killed after"
    /** The call was applied, but its answer was lost. */
    | "lost"
    /** The call never arrived. */
    | "refused";
};

/** A fault of every matching call until `repairAll`. */
export type Outage = {
  service: Service;
  /** The SDK's name, such as `TransactWriteItems`, or Stripe's `POST /v1/refunds`. Default: every operation. */
  operation?: string | RegExp;
  /** Id of the calling function. Without it, the fault hits every function. */
  function?: string;
  kind: Fault["kind"];
  /** Number of affected calls. Default: all. */
  times?: number;
  /** Whether a matching call is affected. Default: always. */
  chance?: () => boolean;
};

type Invocation = { id: string; calls: number; fault: Fault | undefined; over: boolean; die(): void };
const invocations = new AsyncLocalStorage<Invocation>();
const never = <T>() => new Promise<T>(() => {});

export class ConnectionLost extends Error {
  override readonly name = "ConnectionLost";
  readonly code = "ECONNRESET";
}

let outages: { outage: Outage; left: number }[] = [];

export function breakOff(outage: Outage): void {
  outages.push({ outage, left: outage.times ?? Infinity });
}

export function repairAll(): void {
  outages = [];
}

function outageOf(id: string, service: Service, operation: string): Fault["kind"] | undefined {
  const met = outages.find(
    ({ outage, left }) =>
      left > 0 &&
      outage.service === service &&
      (outage.function ?? id) === id &&
      (typeof outage.operation === "string"
        ? outage.operation === operation
        : outage.operation?.test(operation) !== false) &&
      outage.chance?.() !== false,
  );
  if (!met) return undefined;
  met.left -= 1;
  return met.outage.kind;
}

/** Parks each call of a race until the race releases it. */
let parked: (() => void)[] | undefined;

/** @returns "killed" if the fault ended the invocation */
export function invoke<T>(id: string, work: () => Promise<T>, fault?: Fault): Promise<T | "killed"> {
  const mayDie = fault !== undefined || parked !== undefined || outages.length > 0;
  if (!mayDie && invocations.getStore() === undefined) return work();
  const { promise, resolve } = Promise.withResolvers<"killed">();
  const own: Invocation = {
    id,
    calls: 0,
    fault,
    over: false,
    die: () => {
      own.over = true;
      resolve("killed");
    },
  };
  return invocations.run(own, () => Promise.race([work(), promise]));
}

export async function pass<T>(service: Service, operation: string, apply: () => T | Promise<T>): Promise<T> {
  if (parked) await new Promise<void>((resume) => parked?.push(resume));
  const own = invocations.getStore();
  if (!own) return apply();
  if (own.over) return never();
  const fault = own.fault?.at === own.calls ? own.fault.kind : outageOf(own.id, service, operation);
  own.calls += 1;
  if (fault === "killed before" || fault === "killed after") {
    if (fault === "killed after") await unheard(apply);
    own.die();
    return never();
  }
  if (fault === "refused") throw new ConnectionLost(`${service} ${operation} never arrived`);
  if (fault === "lost") {
    await unheard(apply);
    throw new ConnectionLost(`The answer to ${service} ${operation} was lost`);
  }
  return apply();
}

/** Applies a call and ignores its result or error. */
async function unheard(apply: () => unknown): Promise<void> {
  try {
    await apply();
  } catch {
    // The error is lost with the answer.
  }
}

/** Runs several functions at once, and draws the order of their calls at random. */
export async function race(works: readonly (() => Promise<unknown>)[], random: Random): Promise<void> {
  parked = [];
  const done = Promise.all(works.map((work) => work()));
  // `await done` throws a failure below. Until then, the failure must not count as unhandled.
  done.catch(() => {});
  for (await idle(); parked.length > 0; await idle()) parked.splice(random.below(parked.length), 1)[0]?.();
  parked = undefined;
  await done;
}
