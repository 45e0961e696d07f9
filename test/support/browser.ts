import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults, RunOptions } from "axe-core";
import type { BrowserContext, ConsoleMessage, Locator, Page, WebError } from "playwright-core";
import { afterAll, afterEach, beforeEach, expect } from "vitest";
import type { Person } from "./people.ts";
import { EMPTY, keepProfile, type Profile, takeProfile } from "./profiles.ts";

/** Light or dark, and how wide. */
export type View = { dark: boolean; width: number };
const HEIGHT = 900;

export type Visit = {
  page: Page;
  context: BrowserContext;
  problems: string[];
  /** For a test with many visits; the others end with their test. */
  leave: () => Promise<void>;
};

/**
 * `clock`: the test moves the time of the pages, which cannot be taken back. `own`: it adds to its page what stays
 * there, such as a listener or a script that runs first, so the page is closed after the visit. `routed`: it sets its
 * first route while the page is open, which would come too late for a request that follows at once. `allowed`: what
 * goes wrong on its pages because the test brings it about; anything else that a page logs as an error fails the test.
 */
export type VisitOptions = Partial<View> & {
  as?: Person;
  clock?: boolean;
  own?: boolean;
  routed?: boolean;
  allowed?: RegExp;
};

/** What Chromium says of a request that a test breaks. */
export const BROKEN = /Failed to load resource/;

/**
 * A real browser for the tests of a file. A visit `as` a person is already signed in: only the tests of signing in go
 * through the form.
 */
export function browser(): { visit: (options?: VisitOptions) => Promise<Visit> } {
  const visitors = new Map<Profile, { clock: boolean; stop: () => string[] }>();
  const unexpected: string[] = [];

  /** `spent`: nobody else can use it. */
  const giveBack = async (profile: Profile, spent: boolean): Promise<void> => {
    unexpected.push(...(visitors.get(profile)?.stop() ?? []));
    visitors.delete(profile);
    await (spent ? profile.context.close() : keepProfile(profile));
  };

  /** Those who came before the first test stay to the end of the file. */
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

/** Collects errors on a visitor's pages. `stop` returns those that are not allowed. */
function watch(context: BrowserContext, allowed?: RegExp): { problems: string[]; stop: () => string[] } {
  const problems: string[] = [];
  // A refusal that the page shows in words is no problem of the page.
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

/** For the reader of a failed test. */
async function tellWhatIsShown(pages: readonly Page[]): Promise<void> {
  for (const page of pages) {
    if (page.url().endsWith(EMPTY)) continue;
    const words = await page.locator("body").innerText({ timeout: 5_000 }).catch(String);
    console.error(`${page.url()} shows:\n${words.slice(0, 2_000)}`);
  }
}

/** Each theme once, and each layout: a phone in the dark, a desk in the light. */
const VIEWS: readonly View[] = [
  { dark: true, width: 360 },
  { dark: false, width: 1280 },
];
/** Widths between: 400 % zoom of 1280 px, 200 % zoom of it, and a large screen. */
const BETWEEN = [320, 640, 1920];

/** All that can differ where nothing changed but the theme. */
export const COLOR_RULES = ["color-contrast", "link-in-text-block"];

/** Shows the page that is open in another theme or width, as if the system or the window changed. */
export async function show(page: Page, { dark, width }: View): Promise<void> {
  await page.setViewportSize({ width, height: HEIGHT });
  await page.emulateMedia({ colorScheme: dark ? "dark" : "light" });
  await page.waitForFunction(
    (wanted) => document.documentElement.classList.contains("dark") === wanted,
    dark,
  );
}

/** `/admin/users` for the list, for a row that is open in it, and for what lies under it. */
const sectionOf = (address: string): string =>
  new URL(address, "https://any").pathname.split("/", 3).join("/");

/**
 * Goes to a page as a link of the site does: nothing is loaded anew. Within a section nothing tells when the next page
 * is there, and on an empty page there is no link, so it is loaded.
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

/** Holds the page that is open to axe and to its width, in both themes, without loading it again. */
export async function expectToFit(page: Page): Promise<void> {
  for (const width of BETWEEN) {
    // At 400 % zoom a window of 1280 by 1024 has 320 by 256 px.
    await page.setViewportSize({ width, height: width === 320 ? 256 : HEIGHT });
    await expectNoSidewaysScroll(page);
  }
  for (const view of VIEWS) {
    await show(page, view);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  }
}

/** Holds the page that is open to its width on a phone whose owner reads letters of twice the size. */
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

/** The colors that only a desk shows in the dark. */
export async function expectColorsInTheDark(page: Page): Promise<void> {
  await show(page, { dark: true, width: 1280 });
  await expectAccessible(page, COLOR_RULES);
  await show(page, { dark: false, width: 1280 });
}

/** Waits until all fading and motion has ended: half a fade has the colors of neither end. */
async function standStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    await frame();
    const moving = document.getAnimations().filter(({ playState }) => playState === "running");
    await Promise.allSettled(moving.map(({ finished }) => finished));
  });
}

/** Minified, which the package's own `source` is not: less than half of it to hand over. */
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** No violation of axe's rules, or of some of them, on what the page shows now. No page here has a foreign frame. */
export async function expectAccessible(page: Page, rules?: readonly string[]): Promise<void> {
  // A page whose script is still on its way has no heading yet.
  if (rules === undefined) await page.locator("h1").first().waitFor({ state: "attached" });
  await standStill(page);
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(`${AXE};undefined`);
  const options: RunOptions = {
    resultTypes: ["violations"],
    // None of the rules that run reads the style sheets themselves.
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
