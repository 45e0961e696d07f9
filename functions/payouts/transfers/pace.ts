/**
 * Stripe allows 25 requests a second. The queue's function runs at most twice at a time (infra/events.ts). With a pause
 * of 90 ms, each asks at most 12 times a second, which leaves 80 ms for delays on the way. An operator's transfer does
 * not wait.
 */
export const BETWEEN_REQUESTS_MS = 90;

let pauseMs = 0;
let next = 0;

/** Even the first request waits: the previous invocation may have asked in another environment. */
export function keepPace(betweenMs: number): void {
  pauseMs = betweenMs;
  next = Math.max(next, performance.now() + betweenMs);
}

/** Call it before each request to Stripe. */
export async function takeTurn(): Promise<void> {
  if (pauseMs === 0) return;
  const now = performance.now();
  const wait = next - now;
  next = Math.max(next, now) + pauseMs;
  if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
}
