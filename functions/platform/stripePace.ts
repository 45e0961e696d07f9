import { MINUTE, SECOND } from "#shared/instant.ts";

/**
 * Requests per second of a background job, for one endpoint and in total. Stripe allows an account 100, and checkouts
 * need their share. Each refusal halves the limits for a minute, but never below an eighth.
 */
const MAX_PER_ENDPOINT = 15;
const MAX_IN_TOTAL = 50;
const SLOW_FOR = MINUTE;
const SLOWEST = 8;
const ALL = "";

let isKept = false;
let slowness = 1;
let slowUntil = 0;
/** Start times of the latest requests by endpoint and in total, oldest first. */
const begun = new Map<string, number[]>();

export function keepStripePace(): void {
  isKept = true;
}

/** Call it when Stripe answers 429. @returns whether this process limits its rate, and so may retry */
export function slowDown(): boolean {
  slowness = Math.min(slowness * 2, SLOWEST);
  slowUntil = performance.now() + SLOW_FOR;
  return isKept;
}

export async function takeTurn(endpoint: string): Promise<void> {
  if (!isKept) return;
  let now = performance.now();
  if (now > slowUntil) slowness = 1;
  for (let at = turnOf(endpoint); at > now; at = turnOf(endpoint)) {
    await new Promise((resolve) => setTimeout(resolve, at - now));
    now = Math.max(performance.now(), at);
  }
  for (const name of [endpoint, ALL])
    begun.set(name, [...(begun.get(name) ?? []), now].sort((a, b) => a - b).slice(-MAX_IN_TOTAL));
}

const turnOf = (endpoint: string): number =>
  Math.max(turnAfter(endpoint, MAX_PER_ENDPOINT), turnAfter(ALL, MAX_IN_TOTAL));

/**
 * When the next request may start: a second after the earliest of the last `most` requests. After a refusal, `most` is
 * lower.
 */
function turnAfter(name: string, most: number): number {
  const before = begun.get(name)?.at(-Math.floor(most / slowness));
  return before === undefined ? 0 : before + SECOND;
}
