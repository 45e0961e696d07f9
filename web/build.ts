import { execFile } from "node:child_process";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { build } from "vite";
import {
  APP_SHELL,
  DASHBOARD_PATH,
  DOCS_PATH,
  FORM_PATHS,
  NOT_FOUND_PAGE,
  PRERENDERED_PATHS,
} from "#shared/site.ts";
import { CHUNKS } from "./chunks.ts";
import { readMaterial } from "./material.ts";
import { type Chunk, ENTRY, enlivenTag, FORM_ENTRY, fillDashboard, fillPage, fillShell } from "./page.ts";
import { favicon, ROBOTS, SECURITY_TXT, securityTxt, sitemap, WEB_MANIFEST } from "./siteFiles.ts";
import type { renderAuth } from "./src/customer/account/renderAuth.tsx";
import type { renderSkeleton } from "./src/customer/dashboard/renderSkeleton.tsx";
import type { renderDocs } from "./src/docs/render.tsx";
import type { render } from "./src/public/render.tsx";

const WEB = fileURLToPath(new URL(".", import.meta.url));
const OUT = fileURLToPath(new URL("../dist/web", import.meta.url));
// Builds into a second folder, so that a failed build leaves dist/web as it was.
const NEXT = `${OUT}-${process.pid}`;
const SSR_OUT = `${NEXT}-ssr`;

/** A script that prints the API document. Importing it here would load every contract into this process. */
const OPENAPI = fileURLToPath(new URL("../scripts/docs/openapi.ts", import.meta.url));

type Renderer = { render: typeof render; SHELL_TITLE: string };

export async function buildWeb(): Promise<void> {
  const { NODE_ENV } = process.env;
  // Under a test runner, NODE_ENV is "test", which would bundle React's development version.
  process.env.NODE_ENV = "production";
  try {
    await buildNext();
    await rm(OUT, { recursive: true, force: true });
    await rename(NEXT, OUT);
  } finally {
    if (NODE_ENV === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = NODE_ENV;
    await rm(NEXT, { recursive: true, force: true });
    await rm(SSR_OUT, { recursive: true, force: true });
  }
}

async function buildNext(): Promise<void> {
  const material = readMaterial();
  const common = { configFile: join(WEB, "vite.config.ts"), root: WEB, logLevel: "warn" } as const;
  // A shared module keeps every export that any entry of its build uses. In one build, the back office would enlarge the
  // landing page's chunks, so the public pages have their own build. Both builds produce the same React chunk.
  const sameReact = join(WEB, "src/sameReact.ts");
  await build({
    ...common,
    build: {
      outDir: NEXT,
      emptyOutDir: true,
      manifest: "manifest.json",
      rolldownOptions: {
        input: {
          app: join(WEB, "app.html"),
          sameReact,
        },
        output: CHUNKS,
      },
    },
  });
  await build({
    ...common,
    publicDir: false,
    build: {
      outDir: NEXT,
      emptyOutDir: false,
      manifest: "manifest-public.json",
      rolldownOptions: {
        input: {
          page: join(WEB, "page.html"),
          enter: join(WEB, ENTRY),
          form: join(WEB, "auth.html"),
          auth: join(WEB, FORM_ENTRY),
          docs: join(WEB, "docs.html"),
          sameReact,
        },
      },
    },
  });
  await build({
    ...common,
    publicDir: false,
    build: {
      ssr: true,
      rolldownOptions: {
        input: {
          render: join(WEB, "src/public/render.tsx"),
          renderAuth: join(WEB, "src/customer/account/renderAuth.tsx"),
          renderSkeleton: join(WEB, "src/customer/dashboard/renderSkeleton.tsx"),
          docs: join(WEB, "src/docs/render.tsx"),
        },
      },
      outDir: SSR_OUT,
      emptyOutDir: true,
      minify: false,
      manifest: false,
    },
  });
  const renderer: Renderer = await import(rendererOf("render"));
  const page = (path: string) => renderer.render(path, material.shown);
  const template = await takeTemplate("page.html");
  const manifest = await readManifest("manifest-public.json");
  for (const path of [...PRERENDERED_PATHS, NOT_FOUND_PAGE]) {
    const file = join(NEXT, path, path === NOT_FOUND_PAGE ? "" : "index.html");
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, fillPage(template, page(path), enlivenTag(manifest, ENTRY)));
  }
  for (const [address, body] of material.files) await writeFile(join(NEXT, address), body);
  await writeFile(join(NEXT, "sitemap.xml"), sitemap(PRERENDERED_PATHS.map(page)));
  await writeFile(join(NEXT, "robots.txt"), ROBOTS);
  await writeFile(join(NEXT, "favicon.ico"), favicon(await readFile(join(WEB, "static/favicon.png"))));
  await writeFile(join(NEXT, "site.webmanifest"), WEB_MANIFEST);
  await mkdir(join(NEXT, dirname(SECURITY_TXT)), { recursive: true });
  await writeFile(join(NEXT, SECURITY_TXT), securityTxt(new Date()));
  const shell = join(NEXT, APP_SHELL);
  await writeFile(shell, fillShell(await readFile(shell, "utf8"), renderer.SHELL_TITLE));
  await writeForms();
  await writeDashboard();
  await writeDocs();
}

/** Reads a template and removes it from the site. */
async function takeTemplate(name: string): Promise<string> {
  const file = join(NEXT, name);
  const template = await readFile(file, "utf8");
  await rm(file);
  return template;
}

async function readManifest(name: string): Promise<Record<string, Chunk>> {
  return JSON.parse(await readFile(join(NEXT, name), "utf8"));
}

async function writeDashboard(): Promise<void> {
  const { renderSkeleton: render }: { renderSkeleton: typeof renderSkeleton } = await import(
    rendererOf("renderSkeleton")
  );
  const shell = await readFile(join(NEXT, APP_SHELL), "utf8");
  const folder = join(NEXT, DASHBOARD_PATH);
  await mkdir(folder, { recursive: true });
  const document = fillDashboard(shell, await readManifest("manifest.json"), render());
  await writeFile(join(folder, "index.html"), document);
}

async function writeForms(): Promise<void> {
  const { renderAuth: render }: { renderAuth: typeof renderAuth } = await import(rendererOf("renderAuth"));
  const template = await takeTemplate("auth.html");
  const scripts = enlivenTag(await readManifest("manifest-public.json"), FORM_ENTRY);
  for (const path of FORM_PATHS) {
    const file = join(NEXT, path, "index.html");
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, fillPage(template, render(path), scripts));
  }
}

/** Adds a new query, because a second build in the same process would otherwise get the first build's module. */
function rendererOf(name: string): string {
  return `${pathToFileURL(join(SSR_OUT, `${name}.js`)).href}?${Date.now()}`;
}

async function writeDocs(): Promise<void> {
  const docs: { renderDocs: typeof renderDocs } = await import(rendererOf("docs"));
  const template = await takeTemplate("docs.html");
  const folder = join(NEXT, DOCS_PATH);
  await mkdir(folder, { recursive: true });
  const { stdout: document } = await promisify(execFile)(process.execPath, [OPENAPI], { maxBuffer: 2 ** 24 });
  await writeFile(join(folder, "index.html"), fillPage(template, docs.renderDocs(JSON.parse(document))));
  await writeFile(join(folder, "openapi.json"), document);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildWeb();
