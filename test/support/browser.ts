import axe, { type AxeResults, type RunOptions } from "axe-core";
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from "playwright-core";
import { afterEach, beforeEach, expect } from "vitest";
import { chromium as executable } from "../../scripts/chromium.ts";
import type { Person } from "./people.ts";
import { stack } from "./running.ts";

/** Nothing outside this machine is asked for, and root may run it. */
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** A person's: a headless browser says that it is one, and counts as a bot. */
const USER_AGENT =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";

/** Other tests use the same processors: a page that is slow then is none that fails. */
const PATIENCE_MS = 120_000;

export type Visit = { page: Page; context: BrowserContext; problems: string[] };

/** For whoever reads that a test has failed: what its pages showed then. */
async function tellWhatIsShown(visitors: readonly BrowserContext[]): Promise<void> {
  for (const page of visitors.flatMap((context) => context.pages())) {
    const words = await page.locator("body").innerText({ timeout: 5_000 }).catch(String);
    console.error(`${page.url()} shows:\n${words.slice(0, 2_000)}`);
  }
}

/** Light or dark, and how wide. */
export type View = { dark: boolean; width: number };
const HEIGHT = 900;

/** The files of a worker share theirs; it ends with the worker, which holds the pipe that it is led by. */
let running: Promise<Browser> | undefined;

/**
 * A real browser for the tests of a file. Whoever visits `as` somebody is signed in already: only the tests of
 * signing in itself go through the form.
 */
export function browser(): {
  visit: (options?: Partial<View> & { as?: Person }) => Promise<Visit>;
} {
  /** Whoever came during a test goes with it: pages that nobody looks at would keep the processors busy. */
  let visitors: BrowserContext[] | undefined;
  beforeEach(() => {
    visitors = [];
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === "fail") await tellWhatIsShown(visitors ?? []);
    await Promise.all(visitors?.map((context) => context.close()) ?? []);
    visitors = undefined;
  });
  return {
    visit: async ({ dark = false, width = 1280, as } = {}) => {
      const { siteUrl } = stack();
      const localStorage = Object.entries(as?.stored ?? {}).map(([name, value]) => ({ name, value }));
      running ??= chromium.launch({ executablePath: executable(), args: FLAGS });
      const context = await (await running).newContext({
        baseURL: siteUrl,
        viewport: { width, height: HEIGHT },
        ...(as && { storageState: { cookies: [], origins: [{ origin: siteUrl, localStorage }] } }),
        colorScheme: dark ? "dark" : "light",
        reducedMotion: "reduce",
        userAgent: USER_AGENT,
      });
      visitors?.push(context);
      context.setDefaultTimeout(PATIENCE_MS);
      const page = await context.newPage();
      const problems: string[] = [];
      page.on("pageerror", (error) => problems.push(error.message));
      page.on("console", (message) => {
        // A refusal that the page shows in words is no problem of the page.
        const refused = /Failed to load resource: the server responded with a status of 4/;
        if (message.type() === "error" && !refused.test(message.text())) problems.push(message.text());
      });
      return { page, context, problems };
    },
  };
}

/** Each theme on a desk; the two ways to have little room: a phone, and 1280 px at 200 % zoom. */
export const VIEWS: readonly View[] = [
  { dark: false, width: 1280 },
  { dark: true, width: 1280 },
  { dark: true, width: 360 },
  { dark: false, width: 640 },
];

/** All that can differ where nothing changed but the theme. */
export const COLOUR_RULES = ["color-contrast", "link-in-text-block"];
/** The desk in the dark is the desk in the light with other colours. */
const isOnlyDarker = ({ dark, width }: View): boolean => dark && width === 1280;

/** Shows the page that is open in another theme or width, as if the system or the window changed. */
export async function show(page: Page, { dark, width }: View): Promise<void> {
  await page.setViewportSize({ width, height: HEIGHT });
  await page.emulateMedia({ colorScheme: dark ? "dark" : "light" });
  await page.waitForFunction(
    (wanted) => document.documentElement.classList.contains("dark") === wanted,
    dark,
  );
}

/** Holds the page that is open to axe and to its width, in all views. */
export async function expectFineInAllViews(page: Page): Promise<void> {
  for (const view of VIEWS) {
    await show(page, view);
    await expectAccessible(page, isOnlyDarker(view) ? COLOUR_RULES : undefined);
    await expectNoSidewaysScroll(page);
  }
  await show(page, { dark: false, width: 1920 });
  await expectNoSidewaysScroll(page);
}

/** Waits until nothing fades or moves any more: half a fade has the colours of neither end. */
async function standStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    await frame();
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
  });
}

/** No violation of axe's rules, or of some of them, on what the page shows now. No page here has a foreign frame. */
export async function expectAccessible(page: Page, rules?: readonly string[]): Promise<void> {
  await standStill(page);
  // Anew each time: it remembers colours from before the theme changed.
  await page.evaluate(`${axe.source};undefined`);
  const options: RunOptions = {
    resultTypes: ["violations"],
    ...(rules && { runOnly: { type: "rule", values: [...rules] } }),
  };
  const { violations }: AxeResults = await page.evaluate(
    (asked) => Reflect.get(window, "axe").run(document, asked),
    options,
  );
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(", ")}`)).toEqual(
    [],
  );
}

/** Waits until this has the keyboard. */
export function expectFocus(element: Locator): Promise<void> {
  return expect.poll(() => element.evaluate((node) => node === document.activeElement)).toBe(true);
}

/** Waits until none of these is on the page. */
export function expectNone(elements: Locator): Promise<void> {
  return expect.poll(() => elements.count()).toBe(0);
}

/** Waits until nothing sticks out to the right: a phone need not be scrolled sideways. */
export function expectNoSidewaysScroll(page: Page): Promise<void> {
  return expect
    .poll(() =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    )
    .toBeLessThanOrEqual(0);
}
