import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Browser, Page } from "playwright-core";
import { BRAND } from "#shared/brand.ts";
import { seedAffiliates } from "../local/seed/affiliates.ts";
import { startStack } from "../local/stack.ts";
import { oneOf, readArguments } from "./arguments.ts";
import { script } from "./deploy/run.ts";
import { drawBrand } from "./screens/brand.ts";
import { launch, visitor } from "./screens/browser.ts";
import { seedDispute } from "./screens/dispute.ts";
import { photographMails } from "./screens/mails.ts";
import { PAGES, ROLES, type Role, THEMES, VIEWS } from "./screens/pages.ts";
import { findCustomer, type SignedIn, signIn } from "./screens/people.ts";
import { photographStanding } from "./screens/standing.ts";

const ROOT = path.resolve(import.meta.dirname, "..");
const OUT = path.join(ROOT, ".local/screens");
const PORT = 4900;
const HEIGHT = 900;
const QUALITY = 40;

type Disputed = { id: string; payment_intent: string };

async function takeAll(browser: Browser, siteUrl: string, disputed: Disputed): Promise<void> {
  const signedIn = new Map<Role | undefined, SignedIn>();
  for (const role of ROLES) signedIn.set(role, await signIn(browser, siteUrl, role));
  const desk = await visitor(
    browser,
    siteUrl,
    { width: 1280, height: HEIGHT, scale: 1, theme: "light" },
    signedIn.get("operator"),
  );
  const customer = await findCustomer(desk);
  await desk.close();
  for (const theme of THEMES)
    for (const { width, scale } of VIEWS) {
      const view = { width, height: HEIGHT, scale, theme };
      for (const role of [undefined, ...ROLES]) {
        const context = await visitor(browser, siteUrl, view, signedIn.get(role));
        for (const { name, path: address } of PAGES.filter((page) => page.as === role)) {
          const page = await context.newPage();
          const to = address
            .replace(":customer", customer)
            .replace(":dispute", disputed.id)
            .replace(":payment", disputed.payment_intent);
          await page.goto(to, { waitUntil: "networkidle" });
          await stand(page);
          await page.screenshot({
            path: path.join(OUT, fileOf(name, width, theme)),
            type: "jpeg",
            quality: QUALITY,
            fullPage: true,
          });
          await page.close();
        }
        await context.close();
      }
    }
}

/** On a busy machine, the network is idle before the page is complete, so this waits for the page's parts. */
async function stand(page: Page): Promise<void> {
  await page.locator("h1").first().waitFor();
  await page.waitForFunction(() => document.querySelector(".animate-pulse") === null);
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
    "`npm run docs -- screens` takes these pictures from a separate stack with seeded data.",
    "",
    line(head),
    line(head.map(() => "---")),
    ...rows.map(line),
    "",
  ].join("\n");
}

async function takePages(browser: Browser): Promise<string> {
  const stack = await startStack({
    dataDir: path.join(ROOT, ".local/screens-stack"),
    port: PORT,
    reset: true,
    quiet: true,
  });
  try {
    await seedAffiliates(stack.file);
    const dispute = await seedDispute(stack.file);
    await drawBrand(browser, stack.file.siteUrl);
    rmSync(OUT, { recursive: true, force: true });
    mkdirSync(OUT, { recursive: true });
    await takeAll(browser, stack.file.siteUrl, dispute);
    writeFileSync(path.join(OUT, "README.md"), index());
    return `${PAGES.length * VIEWS.length * THEMES.length} pictures in .local/screens`;
  } finally {
    await stack.close();
  }
}

async function takeMails(browser: Browser): Promise<string> {
  const count = await photographMails(browser, BRAND.siteUrl, path.join(OUT, "mails"));
  return `${count} pictures in .local/screens/mails`;
}

async function takeStanding(browser: Browser): Promise<string> {
  const count = await photographStanding(browser, path.join(OUT, "standing"));
  return `${count} pictures in .local/screens/standing`;
}

const TAKE = { pages: takePages, mails: takeMails, standing: takeStanding };

await script(async () => {
  const { words } = readArguments(process.argv.slice(2), {}, { most: 1, of: ["mails", "standing"] });
  const what = oneOf(["pages", "mails", "standing"], words[0] ?? "pages");
  const browser = await launch();
  try {
    console.log(await TAKE[what](browser));
  } finally {
    await browser.close();
  }
});
