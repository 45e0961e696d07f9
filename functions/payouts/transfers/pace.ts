/**
 * Stripe bears 25 requests a second. The queue's function runs twice at most at a time (infra/events.ts), and each
 * keeps a pause between its requests. A transfer by hand waits for nobody.
 */
export const BETWEEN_REQUESTS_MS = 80;

let pauseMs = 0;
let next = 0;

export function keepPace(betweenMs: number): void {
  pauseMs = betweenMs;
}

export async function takeTurn(): Promise<void> {
  if (pauseMs === 0) return;
  const now = performance.now();
  const wait = next - now;
  next = Math.max(next, now) + pauseMs;
  if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
}
