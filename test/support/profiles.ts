import type { Browser, BrowserContext, Page } from "playwright-core";
import { launch } from "../../scripts/screens/browser.ts";
import { answerNoCalls } from "./answerCalls.ts";
import type { Person } from "./people.ts";
import { stack } from "./running.ts";

/**
 * The browser of one person: what it stores is nobody else's. Its page is opened once and emptied after each visit: a
 * new one costs as much processor time as what most tests do in it. Empty, it reaches what the site stores.
 */
export type Profile = { siteUrl: string; context: BrowserContext; page: Page };

/** A file of the site in which no program runs. */
export const EMPTY = "/config.json";

/** All pages of a profile share it: one that has to start, and to compile the site anew, takes longer than most tests. */
const ONE_RENDERER = "--renderer-process-limit=1";
/** A separate process to draw in would only add messages between the two. */
const DRAWS_INSIDE = "--in-process-gpu";
/** Pages live for seconds. With more room for new objects, the garbage collector runs less often. */
const FEW_COLLECTIONS = "--js-flags=--min-semi-space-size=16 --single-threaded-gc";

/** What a visitor's system asks for, unless a test changes it. */
const PREFERS = { colorScheme: "light", reducedMotion: "reduce" } as const;

/** A person's: a headless browser says that it is one, and counts as a bot. */
const USER_AGENT =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";

/** Other tests use the same processors: a page that is slow then is none that fails. */
const PATIENCE_MS = 120_000;

/** The files of a worker share theirs; it ends with the worker, which holds the pipe that it is led by. */
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
 * The one that was used last, which is warm. It holds nothing but what is given: the site's `localStorage`. The site's
 * files stay in its cache, since each has a hash in its name.
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
  // An operator's, as accounts/renewOperatorSession sets it.
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
 * Empties its page, closes the others, which would keep the processors busy, and gives the profile to the next test.
 * A page that cannot be emptied, such as a closed one, ends with its profile.
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
 * Takes away what `takeProfile` does not: routes, answers, emulated media, history, and what the site stored for this
 * page alone. The page is left first: a call that a test held back must not reach the server.
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
