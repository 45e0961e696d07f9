import { MINUTE, SECOND } from "#shared/instant.ts";

/**
 * Stripe allows 100 requests a second for an account, and checkouts need their share. A background job keeps to these
 * limits per second, for one endpoint and in total. Each refusal halves them for a minute, but never below an eighth.
 */
const OF_ONE = 15;
const IN_ALL = 50;
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
    begun.set(name, [...(begun.get(name) ?? []), now].sort((a, b) => a - b).slice(-IN_ALL));
}

const turnOf = (endpoint: string): number => Math.max(turnAfter(endpoint, OF_ONE), turnAfter(ALL, IN_ALL));

/**
 * When the next request may start: a second after the request `most` places before it, or fewer places after a refusal.
 */
function turnAfter(name: string, most: number): number {
  const before = begun.get(name)?.at(-Math.floor(most / slowness));
  return before === undefined ? 0 : before + SECOND;
}
