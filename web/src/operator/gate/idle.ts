import { MINUTE, SECOND } from "#shared/instant.ts";
import { readStored, writeStored } from "../../app/storage.ts";

export const IDLE_AFTER = 30 * MINUTE;
/** How often to check for idleness. Also the minimum time between two interactions that are stored for other tabs. */
export const LOOK_EVERY = 15 * SECOND;
const KEY = "adminTouched";

export function isIdle(touched: number, now: number): boolean {
  return now - touched >= IDLE_AFTER;
}

export function touch(now = Date.now()): void {
  writeStored("localStorage", KEY, String(now));
}

/** The latest interaction in any tab; now if none is stored. */
export function lastTouch(now = Date.now()): number {
  const stored = Number(readStored("localStorage", KEY));
  return Number.isFinite(stored) && stored > 0 ? stored : now;
}
