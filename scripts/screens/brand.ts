import { mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Browser } from "playwright-core";
import { visitor } from "./browser.ts";

const STATIC = path.resolve(import.meta.dirname, "../../web/static");

/** The logo as pixels, for uses that do not accept SVG. */
const ICONS = [
  { file: "favicon.png", size: 48 },
  { file: "apple-touch-icon.png", size: 180 },
  { file: "icons/192.png", size: 192 },
  { file: "icons/512.png", size: 512 },
] as const;

/** Preview pictures of links: the page's first screen, 1200 × 630. */
const LINK_PICTURES = [
  { file: "pictures/home.png", path: "/" },
  { file: "pictures/automation.png", path: "/automation" },
  { file: "pictures/integrations.png", path: "/api" },
  { file: "pictures/pricing.png", path: "/pricing" },
  { file: "pictures/status.png", path: "/status" },
  { file: "pictures/about.png", path: "/about" },
  { file: "pictures/affiliates.png", path: "/affiliates" },
  { file: "pictures/privacy.png", path: "/privacy" },
  { file: "pictures/terms.png", path: "/terms" },
] as const;

/** Redraws web/static's pictures. They are committed because the build has no browser. */
export async function drawBrand(browser: Browser, siteUrl: string): Promise<void> {
  for (const folder of ["icons", "pictures"]) mkdirSync(path.join(STATIC, folder), { recursive: true });
  const mark = readFileSync(path.join(STATIC, "favicon.svg"), "utf8");
  for (const { file, size } of ICONS) {
    const context = await browser.newContext({ viewport: { width: size, height: size } });
    const page = await context.newPage();
    await page.setContent(
      `<style>body{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${mark}`,
    );
    await page.screenshot({ path: path.join(STATIC, file), omitBackground: true });
    await context.close();
  }
  const context = await visitor(browser, siteUrl, { width: 1200, height: 630, scale: 1, theme: "light" });
  const page = await context.newPage();
  for (const { file, path: address } of LINK_PICTURES) {
    await page.goto(address, { waitUntil: "networkidle" });
    await page.screenshot({ path: path.join(STATIC, file) });
  }
  await context.close();
}
