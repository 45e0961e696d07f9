import type { ReactElement } from "react";
import { createRoot, hydrateRoot, type Root } from "react-dom/client";
import "./foreignNodes.ts";

/** After this many failures, another attempt would fail, too. */
const MAX_FAILURES = 3;

/**
 * Renders a page. Renders it again after an error, because React then leaves an empty document.
 * @param isPrerendered hydrates the HTML in `place`
 */
export function mount(place: Element, Page: () => ReactElement, isPrerendered = false): Root {
  let failures = 0;
  const options = {
    onUncaughtError: (error: unknown): void => {
      // Reaches the page's log as an `error` event.
      reportError(error);
      failures += 1;
      if (failures < MAX_FAILURES) root.render(<Page />);
      else place.textContent = "This page failed. Reload it.";
    },
    // A translator or an extension changed the HTML, so React renders the page again. The page has no error.
    onRecoverableError: (): void => {},
  };
  const root = isPrerendered ? hydrateRoot(place, <Page />, options) : createRoot(place, options);
  if (!isPrerendered) root.render(<Page />);
  return root;
}
