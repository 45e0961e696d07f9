import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { Random } from "./random.ts";

/**
 * Takes chance and time out of this process, so that a seed replays exactly. The clock stands still until it is
 * moved, random values come from the seed, and a timer fires at once. Import this before the product's code. The stories'
 * tests run in processes of their own (vitest.config.ts), which say so.
 */
if ("__vitest_worker__" in globalThis && process.env.TIME_IS_OURS === undefined)
  throw new Error("Run the simulation in a separate process: other tests share this one's time and chance.");

const START = Date.UTC(2026, 0, 5, 12);
let now = START;
let random = new Random(0);

const RealDate = Date;
class VirtualDate extends RealDate {
  constructor(...given: [] | [string | number | Date]) {
    if (given.length === 0) super(now);
    else super(...given);
  }
  static override now(): number {
    return now;
  }
}
Object.assign(VirtualDate, { UTC: RealDate.UTC, parse: RealDate.parse });
globalThis.Date = VirtualDate as DateConstructor;
/** The real one, for figures about the simulation itself. */
export const stopwatch = performance.now.bind(performance);
performance.now = () => now - START;

// Read many times in each call; Node asks the system each time.
process.env = { ...process.env };

Math.random = () => random.next();
const uuid = () => {
  const hex = random.bytes(16).toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
};
Object.assign(crypto, {
  randomBytes: (length: number) => random.bytes(length),
  randomUUID: uuid,
  randomInt: (low: number, high?: number) =>
    high === undefined ? random.below(low) : low + random.below(high - low),
});
Object.assign(globalThis.crypto, { randomUUID: uuid });
syncBuiltinESMExports();

/** Work that Node does outside of this thread, as signing a lease: a race waits until it is back. */
let outside = 0;
const { subtle } = globalThis.crypto;
for (const name of ["importKey", "sign", "verify", "digest"] as const) {
  const real = (subtle[name] as (...given: unknown[]) => Promise<unknown>).bind(subtle);
  Object.defineProperty(subtle, name, {
    value: (...given: unknown[]) => {
      outside += 1;
      return real(...given).finally(() => {
        outside -= 1;
      });
    },
  });
}
globalThis.setTimeout = ((run: (...given: unknown[]) => void, _ms?: number, ...given: unknown[]) =>
  setImmediate(run, ...given)) as unknown as typeof setTimeout;
globalThis.clearTimeout = ((timer: NodeJS.Immediate | undefined) => {
  if (timer) clearImmediate(timer);
}) as typeof clearTimeout;

/** Waits until everything that can run without another turn has run. */
export async function idle(): Promise<void> {
  do await new Promise<void>((resolve) => void setImmediate(resolve));
  while (outside > 0);
}

/** Starts a world: its clock at the beginning, its chance from the seed. */
export function startWorld(seed: number): void {
  now = START;
  random = new Random(seed);
}

export const clock = {
  now: () => now,
  /** Only forward; what is tried out is put back by `keep`. */
  moveTo(ms: number): void {
    now = Math.max(now, ms);
  },
  /** @returns what puts the time back to now */
  keep(): () => void {
    const kept = now;
    return () => {
      now = kept;
    };
  },
};
