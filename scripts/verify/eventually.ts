import { setTimeout as pause } from "node:timers/promises";

const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 3000;
/** Stripe usually delivers within seconds. A cold Lambda and a retry take longer. */
const PATIENCE_SECONDS = 120;

/**
 * Repeats with growing pauses until there is an answer.
 * @param ask returns undefined while there is no answer
 * @throws an error that names `what` after the time is up
 */
export async function eventually<T>(
  what: string,
  ask: () => Promise<T | undefined>,
  patienceSeconds = PATIENCE_SECONDS,
): Promise<T> {
  const until = Date.now() + patienceSeconds * 1000;
  for (let wait = FIRST_PAUSE_MS; ; wait = Math.min(wait * 1.5, MAX_PAUSE_MS)) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (Date.now() + wait > until) throw new Error(`${what}: not within ${patienceSeconds} s`);
    await pause(wait);
  }
}
