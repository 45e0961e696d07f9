import { mkdirSync } from "node:fs";
import path from "node:path";
import type { Browser } from "playwright-core";
import { createServer } from "vite";
import * as z from "zod/mini";
import { drawSheets, type Picture } from "./sheets.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const Pages = z.array(z.object({ caption: z.string(), html: z.string() }));

/** Takes pictures of Overview in each situation of test/web/customer/standing.md, in both themes and two widths. */
export async function photographStanding(browser: Browser, out: string): Promise<number> {
  mkdirSync(out, { recursive: true });
  const { pages, css } = await rendered();
  let count = 0;
  for (const theme of ["light", "dark"] as const)
    for (const width of [360, 1280]) {
      const context = await browser.newContext({
        viewport: { width, height: 800 },
        colorScheme: theme,
        reducedMotion: "reduce",
      });
      const page = await context.newPage();
      const pictures: Picture[] = [];
      for (const [at, { caption, html }] of pages.entries()) {
        const file = `${String(at + 1).padStart(2, "0")}-${width}-${theme}.png`;
        await page.setContent(
          `<!doctype html><html lang="en"${theme === "dark" ? ' class="dark"' : ""}><style>${css}</style><body>${html}</body></html>`,
        );
        await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)));
        await page.screenshot({ path: path.join(out, file), fullPage: width === 360 });
        pictures.push({ file, caption: `${at + 1}. ${caption}` });
        count += 1;
      }
      await context.close();
      await drawSheets(browser, out, `sheet-${width}-${theme}`, pictures, width);
    }
  return count;
}

/** Renders pages like the site's build, without a stack. */
async function rendered(): Promise<{ pages: z.output<typeof Pages>; css: string }> {
  const vite = await createServer({
    configFile: path.join(ROOT, "web/vite.config.ts"),
    server: { middlewareMode: true },
    appType: "custom",
    logLevel: "error",
  });
  try {
    const module = await vite.ssrLoadModule(path.join(ROOT, "scripts/screens/standing/pages.tsx"));
    const pages = Pages.parse(await module.standingPages());
    const css = await vite.transformRequest("/src/styles/index.css?direct");
    return { pages, css: css?.code ?? "" };
  } finally {
    await vite.close();
  }
}
