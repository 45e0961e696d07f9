/**
 * Stripe allows 25 requests of one kind a second. Up to two instances of the queue's function run at a time
 * (infra/events.ts). With a pause of 90 ms, each sends at most 12 a second: the 13th starts 1,080 ms after the first,
 * which tolerates 80 ms of network delay. An operator's transfer does not wait.
 */
export const BETWEEN_REQUESTS_MS = 90;

let pauseMs = 0;
let next = 0;

/** The first request waits, too: another instance of the function may have called Stripe just before. */
export function keepPace(betweenMs: number): void {
  pauseMs = betweenMs;
  next = Math.max(next, performance.now() + betweenMs);
}

export async function takeTurn(): Promise<void> {
  if (pauseMs === 0) return;
  const now = performance.now();
  const wait = next - now;
  next = Math.max(next, now) + pauseMs;
  if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
}
