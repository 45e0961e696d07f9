const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Seconds on the sandbox's clock until the next attempt. Like Stripe's, they grow, up to twelve hours. */
export function retryOnClock(attempts: number): number {
  const pauses = [5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR];
  return pauses[attempts - 1] ?? 12 * HOUR;
}

/** Milliseconds of real time until the next attempt: short at first, for developers who restart their server. */
export function retryRealMs(attempts: number): number {
  return Math.min(1000 * 2 ** (attempts - 1), HOUR * 1000);
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
