import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser } from "playwright-core";

export type Picture = { file: string; caption: string };

/** Few enough pictures to stay legible. */
const ON_A_SHEET = 12;
const COLUMNS = 4;

/** Arranges pictures of one width: `<name>-1.png` and so on. */
export async function drawSheets(
  browser: Browser,
  out: string,
  name: string,
  pictures: readonly Picture[],
  width: number,
): Promise<void> {
  const shown = Math.min(width, 480);
  const context = await browser.newContext({
    viewport: { width: COLUMNS * (shown + 16) + 16, height: 600 },
  });
  const page = await context.newPage();
  for (let first = 0; first < pictures.length; first += ON_A_SHEET) {
    // Only a page from this folder may load the folder's pictures.
    await page.goto(pathToFileURL(out).href);
    await page.setContent(sheet(pictures.slice(first, first + ON_A_SHEET), shown, out));
    await page.waitForFunction(() => [...document.images].every(({ complete }) => complete));
    await page.screenshot({
      path: path.join(out, `${name}-${first / ON_A_SHEET + 1}.png`),
      fullPage: true,
    });
  }
  await context.close();
}

function sheet(pictures: readonly Picture[], width: number, out: string): string {
  const figures = pictures.map(
    ({ file, caption }) =>
      `<figure><figcaption>${escaped(caption)}</figcaption><img src="${pathToFileURL(path.join(out, file)).href}" width="${width}"></figure>`,
  );
  return `<!doctype html><style>
body{margin:16px;display:grid;grid-template-columns:repeat(${COLUMNS},${width}px);gap:16px;align-items:start;background:#888}
figure{margin:0}figcaption{font:13px/18px system-ui;background:#fff;padding:4px 6px}img{display:block}
</style>${figures.join("")}`;
}

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
