import { useEffect, useRef } from "react";

/** Back from another site by the browser's own button: the page is as it was left, still waiting to leave. */
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
