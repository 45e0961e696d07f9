import { useEffect, useRef } from "react";

/** Short enough that a change shows within five seconds. */
export const LIVE_EVERY = 4_000;
/** After this time without interaction, a page stops polling until the next interaction. */
const IDLE_AFTER = 10 * 60_000;
const TOUCHES = ["pointerdown", "pointermove", "keydown", "focus"] as const;

/** Polls while the page is visible and in use. @param every milliseconds */
export function useLive(read: () => Promise<unknown>, every = LIVE_EVERY): void {
  const latest = useRef(read);
  latest.current = read;
  useEffect(() => {
    let touchedAt = performance.now();
    let isBusy = false;
    const look = async (): Promise<void> => {
      if (isBusy || document.hidden || performance.now() - touchedAt > IDLE_AFTER) return;
      isBusy = true;
      await latest.current().catch(() => undefined);
      isBusy = false;
    };
    const touch = (): void => {
      const wasIdle = performance.now() - touchedAt > IDLE_AFTER;
      touchedAt = performance.now();
      if (wasIdle) void look();
    };
    const show = (): void => {
      if (!document.hidden) touch();
      void look();
    };
    const timer = setInterval(() => void look(), every);
    for (const name of TOUCHES) window.addEventListener(name, touch, { passive: true });
    document.addEventListener("visibilitychange", show);
    return () => {
      clearInterval(timer);
      for (const name of TOUCHES) window.removeEventListener(name, touch);
      document.removeEventListener("visibilitychange", show);
    };
  }, [every]);
}
