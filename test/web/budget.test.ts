import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";
import { beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";
import { FORM_PATHS, PRERENDERED_PATHS } from "#shared/site.ts";
import { ENTRY, FORM_ENTRY } from "../../web/page.ts";

// The size of a visitor's first download, in bytes as CloudFront sends them. 1 kB = 1,000 bytes.
const KB = 1000;
const TOUR = "src/public/tour/openTour.tsx";
const STATUS_BOARD = "src/public/status/enlivenStatusBoard.ts";
const OUT = new URL("../../dist/web/", import.meta.url);

const Manifest = z.record(
  z.string(),
  z.object({ file: z.string(), imports: z.optional(z.array(z.string())) }),
);
let manifests: Record<"public" | "app", z.output<typeof Manifest>>;

const read = (file: string): string => readFileSync(new URL(file, OUT), "utf8");
/** Caches sizes, because pages share most of their files. */
const sizes = new Map<string, number>();
function size(file: string): number {
  const known = sizes.get(file) ?? brotliCompressSync(readFileSync(new URL(file, OUT))).length;
  sizes.set(file, known);
  return known;
}
const styles = (page: string): string[] =>
  [...read(page).matchAll(/<link rel="stylesheet"[^>]*href="\/([^"]+)"/g)].map(([, file]) => file ?? "");
const documentOf = (path: string): string => `${path.slice(1)}${path === "/" ? "" : "/"}index.html`;

/** The files of these entries and of their imports. */
function scripts(...entries: string[]): Set<string> {
  const seen = new Set<string>();
  const isApp = entries.includes("app.html");
  const files = new Set(isApp ? ["theme.js"] : ["theme.js", "enliven.js"]);
  const manifest = isApp ? manifests.app : manifests.public;
  const visit = (key: string): void => {
    if (seen.has(key)) return;
    seen.add(key);
    const chunk = manifest[key];
    if (chunk === undefined) throw new Error(`The build has no entry ${key}`);
    files.add(chunk.file);
    chunk.imports?.forEach(visit);
  };
  entries.forEach(visit);
  return files;
}
const weight = (...entries: string[]): number =>
  [...scripts(...entries)].reduce((sum, file) => sum + size(file), 0);

beforeAll(() => {
  // Uses another process, because React's builds for production and for tests conflict in one process.
  if (!existsSync(new URL("manifest-public.json", OUT))) execFileSync(process.execPath, ["web/build.ts"]);
  const manifest = (file: string) => z.parse(Manifest, JSON.parse(read(file)));
  manifests = { public: manifest("manifest-public.json"), app: manifest("manifest.json") };
});

test("a public page has at most 12 kB of JavaScript", () => {
  expect(weight(ENTRY)).toBeLessThanOrEqual(12 * KB);
});

test.each(PRERENDERED_PATHS)("%s has at most 20 kB of HTML and CSS", (path) => {
  const page = documentOf(path);
  expect(styles(page)).toHaveLength(1);
  expect([page, ...styles(page)].reduce((sum, file) => sum + size(file), 0)).toBeLessThanOrEqual(20 * KB);
});

test.each([
  ["the tour", 80, TOUR],
  ["the status board", 18, STATUS_BOARD],
])("%s is loaded on demand, with at most %i kB", (_what, most, part) => {
  expect([...scripts(ENTRY)]).not.toContain(manifests.public[part]?.file);
  expect(weight(ENTRY, part)).toBeLessThanOrEqual(most * KB);
});

test.each([
  [
    "/dashboard",
    ["app.html", "src/customer/dashboard/DashboardShell.tsx", "src/customer/dashboard/OverviewTab.tsx"],
  ],
])("%s first loads at most 130 kB of JavaScript", (_path, entries) => {
  expect(weight(...entries)).toBeLessThanOrEqual(130 * KB);
});

test("/login and /signup first load at most 100 kB of JavaScript, and show the form without JavaScript", () => {
  expect(weight(FORM_ENTRY)).toBeLessThanOrEqual(100 * KB);
  for (const path of FORM_PATHS) expect(read(documentOf(path))).toMatch(/<form[^>]*>[\s\S]*type="password"/);
});

test("/dashboard first loads at most nine scripts, so that it makes about 20 requests in total", () => {
  const { size: count } = scripts(
    "app.html",
    "src/customer/dashboard/DashboardShell.tsx",
    "src/customer/dashboard/OverviewTab.tsx",
  );
  expect(count).toBeLessThanOrEqual(9);
});

test("a page of the application loads at most twelve scripts, including the back office's frame", () => {
  const pages = Object.keys(manifests.app).filter((key) => key.startsWith("src/"));
  const counts = pages.map((page) => [page, scripts("app.html", "src/operator/shell/Shell.tsx", page).size]);
  expect(counts.filter(([, count]) => Number(count) > 12)).toEqual([]);
});

test("the document of /dashboard shows the frame, and preloads every script of the first view", () => {
  const html = read("dashboard/index.html");
  expect(html).toMatch(/<div id="root"><div[\s\S]*Loading\.\.\./);
  expect(html).toContain('as="fetch" crossorigin href="/config.json"');
  const first = scripts(
    "app.html",
    "src/customer/dashboard/DashboardShell.tsx",
    "src/customer/dashboard/OverviewTab.tsx",
  );
  for (const file of first) expect(html.split(`"/${file}"`)).toHaveLength(2);
});

test("no script of the application imports itself through other scripts", () => {
  const finished = new Set<string>();
  const visit = (key: string, waiting: readonly string[]): void => {
    expect(waiting, key).not.toContain(key);
    if (finished.has(key)) return;
    for (const part of manifests.app[key]?.imports ?? []) visit(part, [...waiting, key]);
    finished.add(key);
  };
  for (const key of Object.keys(manifests.app)) visit(key, []);
});

test.each([
  ["public", [ENTRY, STATUS_BOARD, FORM_ENTRY]],
  ["app", ["app.html"]],
] as const)("the first load of the %s pages does not include Amplify", (build, entries) => {
  const amplify = manifests[build]["src/app/amplify.ts"]?.file;
  expect(amplify).toBeDefined();
  expect([...scripts(...entries)]).not.toContain(amplify);
});

test("public pages load React only for the tour and the forms, and share its file with the application", () => {
  const react = (...entries: string[]) => [...scripts(...entries)].filter((file) => /\/react-/.test(file));
  expect(react("app.html")).toHaveLength(1);
  expect(react(ENTRY, STATUS_BOARD)).toEqual([]);
  expect(react(ENTRY, TOUR, FORM_ENTRY)).toEqual(react("app.html"));
});

test("the pages have no inline script or style", () => {
  for (const page of [...PRERENDERED_PATHS.map(documentOf), "app.html"]) {
    const html = read(page);
    expect(html).not.toMatch(/<style|\sstyle=|\son\w+=/);
    for (const [tag] of html.matchAll(/<script(?! type="application\/ld\+json")[^>]*>/g))
      expect(tag).toMatch(/\ssrc=/);
    expect(html).not.toMatch(/%[A-Z]+%/);
  }
});

test.each(PRERENDERED_PATHS)("%s has one script that is not deferred, and preloads no module", (path) => {
  const html = read(documentOf(path));
  expect(html).not.toMatch(/type="module"|modulepreload/);
  expect(html.match(/<script(?! (?:defer|type="application\/ld\+json"))/g)).toHaveLength(1);
});

test("no page for customers loads code of the back office", () => {
  const chunks = Object.entries(manifests.app);
  const isOperators = (key: string): boolean => key.startsWith("src/operator/");
  const operators = chunks.filter(([key]) => isOperators(key));
  const customers = chunks.filter(
    ([key, { file }]) => /^(src|app)/.test(key) && !isOperators(key) && file.endsWith(".js"),
  );
  expect(operators.length).toBeGreaterThan(10);
  const loaded = scripts("app.html", ...customers.map(([key]) => key));
  for (const [, { file }] of operators) expect([...loaded]).not.toContain(file);
  // Shared chunks do not have a page's name, so their content shows whether they are the back office's.
  for (const file of loaded)
    expect(/\/api\/admin\/|["'`]\/admin\/|Access Admin Panel/.exec(read(file))?.[0], file).toBeUndefined();
});

test("no two scripts import each other, because an import could be used before its initialization", () => {
  const importsOf = (file: string): string[] =>
    [...read(file).matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g)].map(
      ([, name]) => `assets/${name}`,
    );
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (file: string, above: readonly string[]): void => {
    if (above.includes(file)) circles.push([...above.slice(above.indexOf(file)), file].join(" → "));
    else if (!done.has(file)) for (const next of importsOf(file)) visit(next, [...above, file]);
    done.add(file);
  };
  for (const { file } of Object.values(manifests).flatMap(Object.values<{ file: string }>))
    if (file.endsWith(".js")) visit(file, []);
  expect(circles).toEqual([]);
});
