import { API_PATH } from "#shared/site.ts";
import { getFeed } from "#shared/status/public.ts";
import type { Rendered } from "./src/public/render.tsx";

/** The template of a page: the landing page has its own, with more of it alive. */
export function templateOf(path: string): "index.html" | "page.html" {
  return path === "/" ? "index.html" : "page.html";
}

/** Puts what was rendered into a page's template. */
export function fillPage(template: string, page: Rendered): string {
  const fields: Record<string, string> = {
    TITLE: page.title,
    DESCRIPTION: page.description,
    URL: page.url,
    PICTURE: page.picture,
    FEED: API_PATH + getFeed.path,
  };
  // A function, for a `$&` in a text is not to be read as a pattern.
  return template
    .replaceAll(/%([A-Z]+)%/g, (whole, name: string) => escapeText(fields[name] ?? whole))
    .replace("<!--page-->", () => page.html);
}

/** The application's shell has a title and nothing more. */
export function fillShell(template: string, title: string): string {
  return template.replace("%TITLE%", () => escapeText(title));
}

function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
