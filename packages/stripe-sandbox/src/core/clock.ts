/**
 * The sandbox's time. While it is being advanced it stands at the instant of what is happening, so that
 * everything on the way is dated when it was due; otherwise it follows the clock it was given.
 */
export type Clock = {
  /** Epoch seconds, as Stripe counts. */
  now(): number;
  /** Runs something as if it were that instant. */
  at<T>(seconds: number, run: () => T): T;
  /** Moves the sandbox's own clock; the owner of an injected clock moves it. */
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
