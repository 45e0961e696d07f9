import { useEffect } from "react";
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

const TOUCHES = ["pointerdown", "keydown", "wheel"] as const;

/** Calls `onIdle` after half an hour without interaction in any tab. Time while the computer sleeps counts, too. */
export function useIdleSignOut(active: boolean, onIdle: () => void): void {
  useEffect(() => {
    if (!active) return undefined;
    let written = 0;
    const onTouch = (): void => {
      const now = Date.now();
      if (now - written < LOOK_EVERY) return;
      written = now;
      touch(now);
    };
    const look = (): void => {
      if (isIdle(lastTouch(), Date.now())) onIdle();
    };
    look();
    const timer = setInterval(look, LOOK_EVERY);
    for (const name of TOUCHES) document.addEventListener(name, onTouch, { passive: true });
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      for (const name of TOUCHES) document.removeEventListener(name, onTouch);
      document.removeEventListener("visibilitychange", look);
    };
  }, [active, onIdle]);
}
