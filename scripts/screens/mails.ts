import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Browser } from "playwright-core";
import { type RenderedSample, renderedSamples } from "../mails/rendered.ts";
import { drawSheets, type Picture } from "./sheets.ts";

const VIEWS = [
  { width: 360, theme: "light" },
  { width: 360, theme: "dark" },
  { width: 640, theme: "light" },
  { width: 640, theme: "dark" },
] as const;

/** Draws every mail with sample data, in both themes, for phones and desktops, as single pictures and as sheets. */
export async function photographMails(browser: Browser, siteUrl: string, out: string): Promise<number> {
  mkdirSync(out, { recursive: true });
  const samples = renderedSamples(siteUrl);
  for (const view of VIEWS) {
    const pictures: Picture[] = [];
    const context = await browser.newContext({
      viewport: { width: view.width, height: 400 },
      colorScheme: view.theme,
    });
    const page = await context.newPage();
    for (const sample of samples) {
      const file = `${fileOf(sample)}-${view.width}-${view.theme}.png`;
      await page.setContent(sample.html);
      await page.screenshot({ path: path.join(out, file), fullPage: true });
      pictures.push({ file, caption: `${sample.name}: ${sample.subject}` });
    }
    await context.close();
    await drawSheets(browser, out, `sheet-${view.width}-${view.theme}`, pictures, view.width);
  }
  for (const sample of samples) writeFileSync(path.join(out, `${fileOf(sample)}.txt`), sample.text);
  return samples.length * VIEWS.length;
}

const fileOf = ({ name }: RenderedSample): string => name.replaceAll(/[^\w]+/g, "-").replace(/-$/, "");
