import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { Random } from "./random.ts";

/**
 * Makes this process deterministic, so that a seed replays exactly. The clock moves only on request, random values come
 * from the seed, and timers fire immediately. Import this file before the product's code. The stories' tests run in
 * separate processes (vitest.config.ts), which set TIME_IS_OURS.
 */
if ("__vitest_worker__" in globalThis && process.env.TIME_IS_OURS === undefined)
  throw new Error(
    "Run the simulation in a separate process, because it replaces the clock and the random values of its process.",
  );

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
/** The real clock, for measurements of the simulation itself. */
export const stopwatch = performance.now.bind(performance);
performance.now = () => now - START;

// A copy is faster: each call reads the environment many times, and Node would ask the system each time.
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

/** Number of operations outside this thread, such as signing a lease. A race waits for them. */
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

/** Waits until no work can continue: each piece is done, or waits for the race or a timer. */
export async function idle(): Promise<void> {
  do await new Promise<void>((resolve) => void setImmediate(resolve));
  while (outside > 0);
}

/** Resets the clock to the start, and the random values to the seed. */
export function startWorld(seed: number): void {
  now = START;
  random = new Random(seed);
}

export const clock = {
  now: () => now,
  /** Moves the clock forward. Only the function from `keep` moves it back. */
  moveTo(ms: number): void {
    now = Math.max(now, ms);
  },
  /** @returns a function that resets the clock to this time */
  keep(): () => void {
    const kept = now;
    return () => {
      now = kept;
    };
  },
};
