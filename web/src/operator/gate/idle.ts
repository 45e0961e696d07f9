import { MINUTE, SECOND } from "#shared/instant.ts";
import { readStored, writeStored } from "../../app/storage.ts";

export const IDLE_AFTER = 30 * MINUTE;
/** How often one looks, and how often a touch is written down: the tabs of one browser share what is written. */
export const LOOK_EVERY = 15 * SECOND;
const KEY = "adminTouched";

export function isIdle(touched: number, now: number): boolean {
  return now - touched >= IDLE_AFTER;
}

export function touch(now = Date.now()): void {
  writeStored("localStorage", KEY, String(now));
}

/** The latest touch in any tab; now, where none is written down. */
export function lastTouch(now = Date.now()): number {
  const stored = Number(readStored("localStorage", KEY));
  return Number.isFinite(stored) && stored > 0 ? stored : now;
}
