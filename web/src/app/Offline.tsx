import { type ReactElement, useEffect, useState } from "react";
import { useRevalidator } from "react-router-dom";
import { Icon } from "../ui/Icon.tsx";

/** Shows that the connection is lost, and reloads the page's data when it returns. */
export function Offline(): ReactElement {
  const [offline, setOffline] = useState(() => !navigator.onLine);
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const onOffline = (): void => setOffline(true);
    const onOnline = (): void => {
      setOffline(false);
      void revalidate();
    };
    window.addEventListener("offline", onOffline);
    window.addEventListener("online", onOnline);
    return () => {
      window.removeEventListener("offline", onOffline);
      window.removeEventListener("online", onOnline);
    };
  }, [revalidate]);
  return (
    // Always rendered, because screen readers announce only changes in an existing live region.
    <div role="status" className="pointer-events-none fixed inset-x-0 top-0 z-40 flex justify-center p-2">
      {offline && (
        <p className="flex animate-enter items-center gap-2.5 rounded-full border border-line bg-surface py-2 pr-4 pl-3 text-sm shadow-float">
          <Icon name="alert" className="size-4 shrink-0 text-warn-ink" />
          You are offline. What you have typed stays here.
        </p>
      )}
    </div>
  );
}
