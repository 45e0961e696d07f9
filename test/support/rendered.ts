import { createElement, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createStaticHandler, createStaticRouter, Outlet, StaticRouterProvider } from "react-router-dom";

/**
 * The HTML of the first render of a page or of a part of a page.
 * @param data the answer of the route's loader
 * @param at the path and query of the page
 * @param frame the data of the dashboard's frame, which has the tabs
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
      // React Router does not allow a loader to answer `undefined`.
      children: [{ path: "*", element, loader: () => data }],
    },
  ]);
  const context = await query(new Request(`http://localhost${at}`));
  if (context instanceof Response) throw new Error(`The route answered ${context.status}`);
  const router = createStaticRouter(dataRoutes, context);
  return renderToStaticMarkup(createElement(StaticRouterProvider, { router, context, hydrate: false }));
}

/** The words that a person sees, in order, without words that are only for screen readers. */
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
