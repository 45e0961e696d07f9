/**
 * The sandbox's time. While the clock advances, it stops at each due time, so that all work runs at its due time.
 * Otherwise the clock follows the given clock or the real time.
 */
export type Clock = {
  /** Epoch seconds, as Stripe counts. */
  now(): number;
  /** Runs a function with the clock at another time. */
  at<T>(seconds: number, run: () => T): T;
  /** Moves the sandbox's own clock. Does nothing to an injected clock. */
  moveTo(seconds: number): void;
};

export function makeClock(given: (() => Date) | undefined): Clock {
  let aheadMs = 0;
  let stopped: number | undefined;
  const read = given ? () => given().getTime() : () => Date.now() + aheadMs;
  return {
    now: () => stopped ?? Math.floor(read() / 1000),
    at(seconds, run) {
      const before = stopped;
      stopped = seconds;
      try {
        return run();
      } finally {
        stopped = before;
      }
    },
    moveTo(seconds) {
      if (!given) aheadMs = Math.max(aheadMs, seconds * 1000 - Date.now());
    },
  };
}
