/**
 * Stripe bears 25 requests a second. The queue's function runs twice at most at a time (infra/events.ts), and each
 * keeps a pause between its requests: with 90 ms each asks 12 times in any one second at most, and has 80 ms to
 * spare for requests that take longer to arrive than the ones before. A transfer by hand does not wait.
 */
export const BETWEEN_REQUESTS_MS = 90;

let pauseMs = 0;
let next = 0;

/**
 * For the beginning of an invocation: even its first request waits for the pause, because the invocation before
 * may have run in another environment of the function and have asked a moment ago.
 */
export function keepPace(betweenMs: number): void {
  pauseMs = betweenMs;
  next = Math.max(next, performance.now() + betweenMs);
}

/** Waited for before each request to Stripe. */
export async function takeTurn(): Promise<void> {
  if (pauseMs === 0) return;
  const now = performance.now();
  const wait = next - now;
  next = Math.max(next, now) + pauseMs;
  if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
}
