import { useEffect } from "react";
import { isIdle, LOOK_EVERY, lastTouch, touch } from "./idle.ts";

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
