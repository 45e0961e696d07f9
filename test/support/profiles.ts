import type { Browser, BrowserContext, Page } from "playwright-core";
import { launch } from "../../scripts/screens/browser.ts";
import { answerNoCalls } from "./answerCalls.ts";
import type { Person } from "./people.ts";
import { stack } from "./running.ts";

/**
 * The browser of one person, with separate storage. Its page is opened once and emptied after each visit, because a new
 * page takes about as much processor time as a test. The empty page can read what the site stores.
 */
export type Profile = { siteUrl: string; context: BrowserContext; page: Page };

/** A file of the site without scripts. */
export const EMPTY = "/config.json";

/** All pages share a renderer, because starting another and compiling the site there takes longer than most tests. */
const ONE_RENDERER = "--renderer-process-limit=1";
/** Drawing in a separate process would only add messages between the processes. */
const DRAWS_INSIDE = "--in-process-gpu";
/** With more room for new objects, the garbage collector runs less often. Pages live only for seconds. */
const FEW_COLLECTIONS = "--js-flags=--min-semi-space-size=16 --single-threaded-gc";

/** The settings of a visitor's system, unless a test changes them. */
const PREFERS = { colorScheme: "light", reducedMotion: "reduce" } as const;

/** The user agent of a person's browser. A headless browser says what it is, and would count as a bot. */
const USER_AGENT =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";

/** A page may be slow without failing, because other tests use the same processors. */
const PATIENCE_MS = 120_000;

/** All test files of a worker share a browser, which ends with the worker. */
let running: Promise<Browser> | undefined;
let kept: readonly Profile[] = [];

async function startProfile(siteUrl: string): Promise<Profile> {
  running ??= launch(ONE_RENDERER, DRAWS_INSIDE, FEW_COLLECTIONS);
  const context = await (await running).newContext({
    baseURL: siteUrl,
    ...PREFERS,
    userAgent: USER_AGENT,
  });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  await page.goto(EMPTY);
  return { siteUrl, context, page };
}

/**
 * Takes the profile that was used last, because it is warm. Its `localStorage` has only these entries. The site's files
 * stay in its cache, because each has a hash in its name.
 */
export async function takeProfile({
  stored = {},
  refreshToken = "",
}: Partial<Pick<Person, "stored" | "refreshToken">>): Promise<Profile> {
  const { siteUrl } = stack();
  const found = kept.findLast((profile) => profile.siteUrl === siteUrl);
  kept = kept.filter((profile) => profile !== found);
  const profile = found ?? (await startProfile(siteUrl));
  await profile.context.clearCookies();
  // The operator's cookie, as accounts/renewOperatorSession sets it.
  if ("operatorSession" in stored)
    await profile.context.addCookies([
      {
        name: "operator",
        value: refreshToken,
        domain: new URL(siteUrl).hostname,
        path: "/backend/api/admin/session",
        httpOnly: true,
        sameSite: "Strict",
      },
    ]);
  await profile.page.evaluate((entries) => {
    localStorage.clear();
    for (const [name, value] of entries) localStorage.setItem(name, value);
  }, Object.entries(stored));
  return profile;
}

/**
 * Empties the profile's page and keeps the profile for the next test. Other pages are closed, because they would keep
 * the processors busy. If the page cannot be emptied, for example because it is closed, the profile ends.
 */
export async function keepProfile(profile: Profile): Promise<void> {
  const { context, page } = profile;
  const others = context.pages().filter((one) => one !== page);
  await Promise.all(others.map((one) => one.close()));
  const isEmpty = await empty(profile).then(
    () => true,
    (reason) => {
      if (!page.isClosed()) console.error("This page could not be emptied:", reason);
      return false;
    },
  );
  if (isEmpty) kept = [...kept, profile];
  else await context.close();
}

/**
 * Removes what `takeProfile` does not reset: routes, answers, emulated media, history, and what the site stored for
 * this page alone. First opens the empty page, so that no call that a test held back reaches the server.
 */
async function empty({ context, page }: Profile): Promise<void> {
  await page.goto(EMPTY);
  await context.unrouteAll({ behavior: "ignoreErrors" });
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await answerNoCalls(page);
  await page.emulateMedia({ media: null, ...PREFERS });
  await page.evaluate(() => {
    sessionStorage.clear();
    window.name = "";
  });
  const session = await context.newCDPSession(page);
  await session.send("Page.resetNavigationHistory");
  await session.detach();
}
