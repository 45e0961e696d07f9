import type { ReactElement } from "react";
import { createRoot, hydrateRoot, type Root } from "react-dom/client";
import "./foreignNodes.ts";

/** A page that breaks this often breaks whenever it is drawn. */
const MAX_FAILURES = 3;

/**
 * Draws a page, and draws it again when it breaks: React would leave an empty document.
 * @param isPrerendered its HTML is in `place` and comes to life
 */
export function mount(place: Element, Page: () => ReactElement, isPrerendered = false): Root {
  let failures = 0;
  const options = {
    onUncaughtError: (error: unknown): void => {
      // The page's log listens for it.
      reportError(error);
      failures += 1;
      if (failures < MAX_FAILURES) root.render(<Page />);
      else place.textContent = "This page failed. Reload it.";
    },
    // A translator or an extension changed the HTML first, and React draws it anew. That is no error of the page.
    onRecoverableError: (): void => {},
  };
  const root = isPrerendered ? hydrateRoot(place, <Page />, options) : createRoot(place, options);
  if (!isPrerendered) root.render(<Page />);
  return root;
}
