import { useEffect, useRef } from "react";

/** Calls back when the browser restores the page from its back-forward cache, for example after a visit to Stripe. */
export function useRestored(onRestored: () => void): void {
  const latest = useRef(onRestored);
  latest.current = onRestored;
  useEffect(() => {
    const onShow = (event: PageTransitionEvent): void => {
      if (event.persisted) latest.current();
    };
    window.addEventListener("pageshow", onShow);
    return () => window.removeEventListener("pageshow", onShow);
  }, []);
}
