import { API_PATH } from "#shared/site.ts";
import { getFeed } from "#shared/status/public.ts";
import type { Rendered } from "./src/public/render.tsx";

/** The script of every public page. */
export const ENTRY = "src/public/enter.ts";
/** The script of the sign-in and sign-up pages. */
export const FORM_ENTRY = "src/customer/account/auth.tsx";

/** The modules of the dashboard's first view, besides the application's entry. */
const DASHBOARD_PARTS = [
  "src/customer/dashboard/DashboardShell.tsx",
  "src/customer/dashboard/OverviewTab.tsx",
];

export type Chunk = { file: string; imports?: string[] | undefined };

/** The chunks that these entries import, directly or through other chunks. */
function partsOf(manifest: Readonly<Record<string, Chunk>>, entries: readonly string[]): Set<string> {
  const parts = new Set<string>();
  const visit = (chunk: Chunk): void => {
    for (const part of (chunk.imports ?? []).map((key) => chunkOf(manifest, key))) {
      if (parts.has(part.file)) continue;
      parts.add(part.file);
      visit(part);
    }
  };
  for (const entry of entries) visit(chunkOf(manifest, entry));
  return parts;
}

function chunkOf(manifest: Readonly<Record<string, Chunk>>, key: string): Chunk {
  const chunk = manifest[key];
  if (chunk === undefined) throw new Error(`The build has no entry ${key}`);
  return chunk;
}

/** Passes a page's scripts to static/enliven.js, which loads them after the first paint. */
export function enlivenTag(manifest: Readonly<Record<string, Chunk>>, entry: string): string {
  const addresses = [...partsOf(manifest, [entry])].map((file) => `/${file}`).join(" ");
  return `<script defer src="/enliven.js" data-entry="/${chunkOf(manifest, entry).file}" data-parts="${addresses}"></script>`;
}

/**
 * The dashboard's document: the application's shell with the dashboard's frame. It requests the page's modules and
 * settings immediately; the router would request them later, one after the other.
 */
export function fillDashboard(
  shell: string,
  manifest: Readonly<Record<string, Chunk>>,
  skeleton: string,
): string {
  const own = DASHBOARD_PARTS.map((key) => chunkOf(manifest, key).file);
  const parts = [...partsOf(manifest, DASHBOARD_PARTS), ...own]
    .filter((file) => !shell.includes(`"/${file}"`))
    .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`);
  const settings = '<link rel="preload" as="fetch" crossorigin href="/config.json">';
  return shell
    .replace("</head>", () => `${[...parts, settings].join("\n    ")}\n  </head>`)
    .replace('<div id="root">', () => `<div id="root">${skeleton}`);
}

export function fillPage(template: string, page: Rendered, scripts = ""): string {
  const fields: Record<string, string> = {
    TITLE: page.title,
    DESCRIPTION: page.description,
    FEED: API_PATH + getFeed.path,
  };
  // Functions insert the texts, because `replace` would interpret `$&` in a string.
  return template
    .replaceAll(/%([A-Z]+)%/g, (whole, name: string) => escapeText(fields[name] ?? whole))
    .replace("<!--listing-->", () => listing(page))
    .replace("<!--scripts-->", scripts)
    .replace("<!--page-->", () => page.html);
}

/** Metadata for search engines and link previews. */
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

/** The Content-Security-Policy allows this script, because it is data: browsers do not run it. */
function jsonLd(facts: readonly object[]): string {
  const data = JSON.stringify({ "@context": "https://schema.org", "@graph": facts });
  return `<script type="application/ld+json">${data.replaceAll("<", "\\u003c")}</script>`;
}

export function fillShell(template: string, title: string): string {
  return template.replace("%TITLE%", () => escapeText(title));
}

function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
