import type { Browser, BrowserContext, Page } from "playwright-core";
import { launch } from "../../scripts/screens/browser.ts";
import type { Person } from "./people.ts";
import { stack } from "./running.ts";

/**
 * The browser of one person: what it stores is nobody else's. In its first page nothing of the site runs; it keeps
 * the renderer alive from one test to the next, and reaches what the site stores.
 */
export type Profile = { siteUrl: string; context: BrowserContext; first: Page };

/** All pages of a profile share it: one that has to start, and to compile the site anew, takes longer than most tests. */
const ONE_RENDERER = "--renderer-process-limit=1";
/** A separate process to draw in would only add messages between the two. */
const DRAWS_INSIDE = "--in-process-gpu";
/** Pages live for seconds. With more room for new objects, the garbage collector runs less often. */
const FEW_COLLECTIONS = "--js-flags=--min-semi-space-size=16 --single-threaded-gc";

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
    reducedMotion: "reduce",
    userAgent: USER_AGENT,
  });
  context.setDefaultTimeout(PATIENCE_MS);
  const first = await context.newPage();
  await first.goto("/config.json");
  return { siteUrl, context, first };
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
  await profile.first.evaluate((entries) => {
    localStorage.clear();
    for (const [name, value] of entries) localStorage.setItem(name, value);
  }, Object.entries(stored));
  return profile;
}

/** The pages that a person has opened. */
export function pagesOf({ context, first }: Profile): Page[] {
  return context.pages().filter((page) => page !== first);
}

/** Closes its pages, which would keep the processors busy, and gives it to the next test. */
export async function keepProfile(profile: Profile): Promise<void> {
  await Promise.all(pagesOf(profile).map((page) => page.close()));
  await profile.context.unrouteAll({ behavior: "ignoreErrors" });
  kept = [...kept, profile];
}
