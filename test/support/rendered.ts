import { createElement, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createStaticHandler, createStaticRouter, Outlet, StaticRouterProvider } from "react-router-dom";

/**
 * The HTML of a page or a part of one, as its first render shows it.
 * @param data what the route's loader answers
 * @param at the path and query that the page is open at
 * @param frame what the dashboard's frame has read: its tabs are in it
 */
export async function htmlOf(
  element: ReactElement,
  data: unknown = null,
  at = "/",
  frame?: unknown,
): Promise<string> {
  const { query, dataRoutes } = createStaticHandler([
    {
      element: createElement(Outlet, { context: frame }),
      // React Router has no loader answer `undefined`.
      children: [{ path: "*", element, loader: () => data }],
    },
  ]);
  const context = await query(new Request(`http://localhost${at}`));
  if (context instanceof Response) throw new Error(`The route answered ${context.status}`);
  const router = createStaticRouter(dataRoutes, context);
  return renderToStaticMarkup(createElement(StaticRouterProvider, { router, context, hydrate: false }));
}

/** The words that a person reads, in their order; those for screen readers alone are left out. */
export function wordsOf(html: string): string {
  return html
    .replaceAll("<!-- -->", "")
    .replaceAll(/<(\w+)[^>]* class="sr-only"[^>]*>.*?<\/\1>/g, "")
    .replaceAll(/<[^>]+>/g, "\n")
    .replaceAll(/\s*\n\s*/g, "\n")
    .replaceAll("&#x27;", "'")
    .replaceAll("&amp;", "&")
    .replaceAll("&quot;", '"')
    .trim();
}
