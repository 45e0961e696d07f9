import { createRoot } from "react-dom/client";
import { Tour } from "./Tour.tsx";

/** Puts the tour on top of the page, once; nothing of it is left when it is closed. */
export function openTour(): void {
  if (document.querySelector("[data-tour-host]") !== null) return;
  const host = document.createElement("div");
  host.dataset.tourHost = "";
  document.body.append(host);
  const root = createRoot(host);
  root.render(
    <Tour
      onClose={() => {
        root.unmount();
        host.remove();
      }}
    />,
  );
}
