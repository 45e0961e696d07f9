import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Browser, BrowserContext } from "playwright-core";
import { startStack } from "../local/stack.ts";
import { drawBrand } from "./screens/brand.ts";
import { launch, visitor } from "./screens/browser.ts";
import { PAGES, THEMES, VIEWS } from "./screens/pages.ts";

/** Takes a picture of every page at every width in both themes, from a stack of its own: docs/screens. */
const ROOT = path.resolve(import.meta.dirname, "..");
const OUT = path.join(ROOT, "docs/screens");
const PORT = 4900;
const HEIGHT = 900;
const QUALITY = 45;

type Credentials = { email: string; password: string };

async function signIn(context: BrowserContext, { email, password }: Credentials): Promise<void> {
  const page = await context.newPage();
  await page.goto("/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL("**/dashboard");
  await page.close();
}

async function enterBackOffice(context: BrowserContext, { email, password }: Credentials): Promise<void> {
  const page = await context.newPage();
  await page.goto("/admin");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Access Admin Panel" }).click();
  await page.getByRole("button", { name: "Sign Out" }).waitFor();
  await page.close();
}

type People = { customer: Credentials; operator: Credentials };

async function takeAll(browser: Browser, siteUrl: string, people: People): Promise<void> {
  for (const theme of THEMES)
    for (const { width, scale } of VIEWS) {
      const view = { width, height: HEIGHT, scale, theme };
      const guest = await visitor(browser, siteUrl, view);
      const member = await visitor(browser, siteUrl, view);
      const operator = await visitor(browser, siteUrl, view);
      await signIn(member, people.customer);
      await enterBackOffice(operator, people.operator);
      for (const { name, path: address, ...who } of PAGES) {
        const page = await (who.operator ? operator : who.member ? member : guest).newPage();
        await page.goto(address, { waitUntil: "networkidle" });
        await page.screenshot({
          path: path.join(OUT, fileOf(name, width, theme)),
          type: "jpeg",
          quality: QUALITY,
          fullPage: true,
        });
        await page.close();
      }
      await guest.close();
      await member.close();
      await operator.close();
    }
}

function fileOf(name: string, width: number, theme: string): string {
  return `${name}-${width}-${theme}.jpg`;
}

function index(): string {
  const columns = THEMES.flatMap((theme) => VIEWS.map(({ width }) => ({ theme, width })));
  const head = ["Page", ...columns.map(({ theme, width }) => `${width} ${theme}`)];
  const rows = PAGES.map(({ name, path: address }) => [
    `\`${address}\``,
    ...columns.map(({ theme, width }) => `[${name}](${fileOf(name, width, theme)})`),
  ]);
  const line = (cells: string[]): string => `| ${cells.join(" | ")} |`;
  return [
    "# Every page, at every width, in both themes",
    "",
    "`npm run screens` takes them anew, from a stack of its own with seeded data.",
    "",
    line(head),
    line(head.map(() => "---")),
    ...rows.map(line),
    "",
  ].join("\n");
}

const stack = await startStack({
  dataDir: path.join(ROOT, ".local/screens"),
  port: PORT,
  reset: true,
  quiet: true,
});
const browser = await launch();
try {
  await drawBrand(browser, stack.file.siteUrl);
  rmSync(OUT, { recursive: true, force: true });
  mkdirSync(OUT, { recursive: true });
  await takeAll(browser, stack.file.siteUrl, stack.file);
  writeFileSync(path.join(OUT, "README.md"), index());
  console.log(`${PAGES.length * VIEWS.length * THEMES.length} pictures in docs/screens`);
} finally {
  await browser.close();
  await stack.close();
}
