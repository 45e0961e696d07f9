import { MINUTE, SECOND } from "#shared/instant.ts";

/**
 * Stripe takes 100 requests a second from an account, and checkouts need them too: a background job asks for so many a
 * second of one endpoint and in all, and for half as many for a minute after each refusal.
 */
const OF_ONE = 15;
const IN_ALL = 50;
const SLOW_FOR = MINUTE;
const SLOWEST = 8;
const ALL = "";

let isKept = false;
let slowness = 1;
let slowUntil = 0;
/** When the latest requests begin, by endpoint and in all, oldest first. */
const begun = new Map<string, number[]>();

/** From now on the requests of this function wait for their turn. */
export function keepStripePace(): void {
  isKept = true;
}

/** Stripe has refused one as too many. @returns whether this function waits for its turn, so that it can ask again */
export function slowDown(): boolean {
  slowness = Math.min(slowness * 2, SLOWEST);
  slowUntil = performance.now() + SLOW_FOR;
  return isKept;
}

/** Waits for the turn of a request. */
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

/** A second after the request that is so many before the next one. */
function turnAfter(name: string, most: number): number {
  const before = begun.get(name)?.at(-Math.floor(most / slowness));
  return before === undefined ? 0 : before + SECOND;
}
