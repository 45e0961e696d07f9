import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults, RunOptions } from "axe-core";
import type { BrowserContext, ConsoleMessage, Locator, Page, WebError } from "playwright-core";
import { afterAll, afterEach, beforeEach, expect } from "vitest";
import type { Person } from "./people.ts";
import { EMPTY, keepProfile, type Profile, takeProfile } from "./profiles.ts";

export type View = { dark: boolean; width: number };
const HEIGHT = 900;

export type Visit = {
  page: Page;
  context: BrowserContext;
  problems: string[];
  /** Ends the visit early, for a test with many visits. Other visits end with their test. */
  leave: () => Promise<void>;
};

/**
 * `clock`: the test moves the time of its pages, which cannot be undone. `own`: the test adds a listener or a script
 * that stays on its page, so the page is closed after the visit. `routed`: the test sets its first route on the open
 * page, which would be too late for a request that follows at once. `allowed`: errors that the test causes on its
 * pages. Any other error that a page logs fails the test.
 */
export type VisitOptions = Partial<View> & {
  as?: Person;
  clock?: boolean;
  own?: boolean;
  routed?: boolean;
  allowed?: RegExp;
};

/** Chromium's message about a request that a test lets fail. */
export const BROKEN = /Failed to load resource/;

/**
 * A real browser for the tests of a file. A visit `as` a person begins signed in. Only the tests of signing in use the
 * form.
 */
export function browser(): { visit: (options?: VisitOptions) => Promise<Visit> } {
  const visitors = new Map<Profile, { clock: boolean; stop: () => string[] }>();
  const unexpected: string[] = [];

  /** @param spent whether no other test can use the profile afterwards */
  const giveBack = async (profile: Profile, spent: boolean): Promise<void> => {
    unexpected.push(...(visitors.get(profile)?.stop() ?? []));
    visitors.delete(profile);
    await (spent ? profile.context.close() : keepProfile(profile));
  };

  /** Profiles that were taken before the first test are used until the end of the file. */
  const staying: Profile[] = [];
  beforeEach(() => {
    staying.push(...[...visitors.keys()].filter((profile) => !staying.includes(profile)));
  });
  afterAll(async () => {
    for (const profile of staying) await giveBack(profile, false);
    expect(unexpected).toEqual([]);
  });
  afterEach(async ({ task }) => {
    const failed = task.result?.state === "fail";
    for (const [profile, { clock }] of visitors) {
      if (staying.includes(profile)) continue;
      if (failed) await tellWhatIsShown(profile.context.pages());
      await giveBack(profile, failed || clock);
    }
    const problems = unexpected.splice(0);
    if (!failed) expect(problems).toEqual([]);
  });

  return {
    visit: async ({
      dark = false,
      width = 1280,
      as,
      clock = false,
      own = false,
      routed = false,
      allowed,
    } = {}) => {
      const profile = await takeProfile(as ?? {});
      const { problems, stop } = watch(profile.context, allowed);
      visitors.set(profile, { clock, stop });
      const page = own ? await profile.context.newPage() : profile.page;
      await page.setViewportSize({ width, height: HEIGHT });
      if (dark) await page.emulateMedia({ colorScheme: "dark" });
      if (clock) await page.clock.install();
      if (routed) await page.route("**/nothing-that-is-asked-for", (route) => route.abort());
      const leave = (): Promise<void> => giveBack(profile, clock);
      return { page, context: profile.context, problems, leave };
    },
  };
}

/** Collects errors on a visitor's pages. `stop` returns the errors that are not allowed. */
function watch(context: BrowserContext, allowed?: RegExp): { problems: string[]; stop: () => string[] } {
  const problems: string[] = [];
  // A refusal by the server is not the page's error. The page shows the refusal in words.
  const refused = /Failed to load resource: the server responded with a status of 4/;
  const thrown = (error: WebError): void => void problems.push(error.error().message);
  const logged = (message: ConsoleMessage): void => {
    if (message.type() === "error" && !refused.test(message.text())) problems.push(message.text());
  };
  context.on("weberror", thrown);
  context.on("console", logged);
  const stop = (): string[] => {
    context.off("weberror", thrown);
    context.off("console", logged);
    return problems.filter((problem) => !allowed?.test(problem));
  };
  return { problems, stop };
}

/** Logs the text of each page, for the reader of a failed test. */
async function tellWhatIsShown(pages: readonly Page[]): Promise<void> {
  for (const page of pages) {
    if (page.url().endsWith(EMPTY)) continue;
    const words = await page.locator("body").innerText({ timeout: 5_000 }).catch(String);
    console.error(`${page.url()} shows:\n${words.slice(0, 2_000)}`);
  }
}

/** Each theme and each layout once: a phone with the dark theme, and a desktop with the light theme. */
const VIEWS: readonly View[] = [
  { dark: true, width: 360 },
  { dark: false, width: 1280 },
];
/** Further widths: 1280 px at a zoom of 400 %, 1280 px at a zoom of 200 %, and a large screen. */
const BETWEEN = [320, 640, 1920];

/** The rules whose result can change with the theme. */
export const COLOR_RULES = ["color-contrast", "link-in-text-block"];

/** Changes the theme and the width of an open page, as the system and the window do. */
export async function show(page: Page, { dark, width }: View): Promise<void> {
  await page.setViewportSize({ width, height: HEIGHT });
  await page.emulateMedia({ colorScheme: dark ? "dark" : "light" });
  await page.waitForFunction(
    (wanted) => document.documentElement.classList.contains("dark") === wanted,
    dark,
  );
}

/** Returns `/admin/users` for the list, for an open row of the list, and for every page under it. */
const sectionOf = (address: string): string =>
  new URL(address, "https://any").pathname.split("/", 3).join("/");

/** Opens a public page and waits until its scripts have their answers, which may move the target of a click. */
export async function openSettled(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: "networkidle" });
}

/**
 * Goes to a page as a link of the site does, without loading it. It loads the page only if the open page is empty or in
 * the same section, because pages of a section share a title, which then cannot show that the page has changed.
 */
export async function goWithin(page: Page, path: string): Promise<void> {
  const isEmpty = page.url() === "about:blank" || page.url().endsWith(EMPTY);
  if (isEmpty || sectionOf(page.url()) === sectionOf(path)) {
    await page.goto(path);
    return;
  }
  const left = await page.title();
  await page.evaluate((to) => {
    history.pushState(null, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, path);
  await expect.poll(() => page.title()).not.toBe(left);
}

/** Checks that an open page passes axe and fits every width, in both themes. The page is not loaded again. */
export async function expectToFit(page: Page): Promise<void> {
  for (const width of BETWEEN) {
    // At a zoom of 400 %, a window of 1280 by 1024 px has 320 by 256 px.
    await page.setViewportSize({ width, height: width === 320 ? 256 : HEIGHT });
    await expectNoSidewaysScroll(page);
  }
  for (const view of VIEWS) {
    await show(page, view);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  }
}

/** Checks that an open page fits a phone whose letters are twice as large. */
export async function expectLargeLettersToFit(page: Page): Promise<void> {
  await page.setViewportSize({ width: 360, height: HEIGHT });
  const resize = (size: string) =>
    page.evaluate((fontSize) => document.documentElement.style.setProperty("font-size", fontSize), size);
  await resize("200%");
  await expectNoSidewaysScroll(page);
  for (const button of await page.getByRole("button", { name: "Open menu" }).all())
    expect(await button.evaluate((node) => node.getBoundingClientRect().right)).toBeLessThanOrEqual(360);
  await resize("");
}

export async function expectColorsInTheDark(page: Page): Promise<void> {
  await show(page, { dark: true, width: 1280 });
  await expectAccessible(page, COLOR_RULES);
  await show(page, { dark: false, width: 1280 });
}

/** Waits until all animations have ended, because colors are wrong during a fade. */
async function standStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    await frame();
    const moving = document.getAnimations().filter(({ playState }) => playState === "running");
    await Promise.allSettled(moving.map(({ finished }) => finished));
  });
}

/** The minified file is less than half the size of the package's `source`. */
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * Checks what the page shows now by all or some of axe's rules. Axe runs only in the top frame, as no page has others.
 */
export async function expectAccessible(page: Page, rules?: readonly string[]): Promise<void> {
  // The page has no heading until its script has loaded.
  if (rules === undefined) await page.locator("h1").first().waitFor({ state: "attached" });
  await standStill(page);
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(`${AXE};undefined`);
  const options: RunOptions = {
    resultTypes: ["violations"],
    // No rule that runs here reads style sheets.
    preload: { assets: ["media"] },
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

export function expectFocus(element: Locator): Promise<void> {
  return expect.poll(() => element.evaluate((node) => node === document.activeElement)).toBe(true);
}

export function expectNone(elements: Locator): Promise<void> {
  return expect.poll(() => elements.count()).toBe(0);
}

export function expectNoSidewaysScroll(page: Page): Promise<void> {
  return expect
    .poll(() =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    )
    .toBeLessThanOrEqual(0);
}
