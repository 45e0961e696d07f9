import { renderToString } from "react-dom/server";
import { BRAND } from "#shared/brand.ts";
import { NOT_FOUND_PAGE } from "#shared/site.ts";
import { factsOf } from "./facts.ts";
import { MaterialContext, NO_MATERIAL, type ShownMaterial } from "./material.ts";
import { NOT_FOUND, PUBLIC_PAGES } from "./pages.tsx";

/** What the build writes into a page's HTML. Addresses are absolute, because other sites show link previews. */
export type Rendered = {
  title: string;
  description: string;
  url: string;
  picture: string;
  /** The day of the last change, such as `2026-11-22`. */
  changed: string;
  /** Structured data (schema.org). */
  facts: readonly object[];
  indexed: boolean;
  html: string;
};

export function render(path: string, material: ShownMaterial = NO_MATERIAL): Rendered {
  const page = path === NOT_FOUND_PAGE ? NOT_FOUND : PUBLIC_PAGES[path];
  if (page === undefined)
    throw new Error(`${path} is listed in PRERENDERED_PATHS but has no page in web/src/public/pages.tsx`);
  const { title, description, canonical, picture, changed, element: Page } = page;
  return {
    title,
    description,
    url: BRAND.siteUrl + canonical,
    picture: `${BRAND.siteUrl}/pictures/${picture}.png`,
    changed,
    facts: factsOf(canonical),
    indexed: page !== NOT_FOUND,
    html: renderToString(
      <MaterialContext value={material}>
        <Page />
      </MaterialContext>,
    ),
  };
}

/** The title of the application's shell until a page sets its own. */
export const SHELL_TITLE = BRAND.name;
