import { API_PATH } from "#shared/site.ts";
import { getFeed } from "#shared/status/public.ts";
import type { Rendered } from "./src/public/render.tsx";

/** What enlivens every public page. */
export const ENTRY = "src/public/enter.ts";
/** What brings the forms of sign-in and sign-up to life. */
export const FORM_ENTRY = "src/customer/account/auth.tsx";

export type Chunk = { file: string; imports?: string[] | undefined };

/** Hands a page's scripts, by the build's manifest, to static/enliven.js, which fetches them when they are due. */
export function enlivenTag(manifest: Readonly<Record<string, Chunk>>, entry: string): string {
  const chunkOf = (key: string): Chunk => {
    const chunk = manifest[key];
    if (chunk === undefined) throw new Error(`The build has no entry ${key}`);
    return chunk;
  };
  const parts = new Set<string>();
  const visit = (chunk: Chunk): void => {
    for (const part of (chunk.imports ?? []).map(chunkOf)) {
      if (parts.has(part.file)) continue;
      parts.add(part.file);
      visit(part);
    }
  };
  const chunk = chunkOf(entry);
  visit(chunk);
  const addresses = [...parts].map((file) => `/${file}`).join(" ");
  return `<script defer src="/enliven.js" data-entry="/${chunk.file}" data-parts="${addresses}"></script>`;
}

/** Puts what was rendered into a page's template, and its scripts, where it has any. */
export function fillPage(template: string, page: Rendered, scripts = ""): string {
  const fields: Record<string, string> = {
    TITLE: page.title,
    DESCRIPTION: page.description,
    FEED: API_PATH + getFeed.path,
  };
  // A function, for a `$&` in a text is not to be read as a pattern.
  return template
    .replaceAll(/%([A-Z]+)%/g, (whole, name: string) => escapeText(fields[name] ?? whole))
    .replace("<!--listing-->", () => listing(page))
    .replace("<!--scripts-->", scripts)
    .replace("<!--page-->", () => page.html);
}

/** What search engines and links elsewhere show. */
function listing({ title, description, url, picture, facts, indexed }: Rendered): string {
  if (!indexed) return '<meta name="robots" content="noindex" />';
  const card = [
    ["og:type", "website"],
    ["og:title", title],
    ["og:description", description],
    ["og:url", url],
    ["og:image", picture],
    ["og:image:width", "1200"],
    ["og:image:height", "630"],
  ];
  return [
    `<link rel="canonical" href="${escapeText(url)}" />`,
    ...card.map(([name, value]) => `<meta property="${name}" content="${escapeText(value ?? "")}" />`),
    '<meta name="twitter:card" content="summary_large_image" />',
    ...(facts.length === 0 ? [] : [jsonLd(facts)]),
  ].join("\n    ");
}

/** A block of data, which no browser runs and the Content-Security-Policy does not refuse. */
function jsonLd(facts: readonly object[]): string {
  const data = JSON.stringify({ "@context": "https://schema.org", "@graph": facts });
  return `<script type="application/ld+json">${data.replaceAll("<", "\\u003c")}</script>`;
}

/** The application's shell has a title and nothing more. */
export function fillShell(template: string, title: string): string {
  return template.replace("%TITLE%", () => escapeText(title));
}

function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
