import { redirect } from "react-router-dom";
import { type Account, getAccount } from "#shared/accounts/customer.ts";
import type { ActivityEntry } from "#shared/activity/activity.ts";
import { getActivityLogs, getVideoCount } from "#shared/activity/customer.ts";
import { call } from "../../api/call.ts";
import { loadConfig } from "../../app/config.ts";
import { orSignIn, requireSession } from "../../app/guard.ts";
import { CARD_CHANGED, paths } from "../../app/paths.ts";
import { lastOverviewFor } from "./lastOverview.ts";
import { loadOverview } from "./overview.ts";
import { ACCOUNT, AFFILIATE, TABS, type Tab } from "./tabs.ts";

type AccountData = {
  account: Account | null;
  /** The page may appear before the count and the activity. Null after a failure, because no tab depends on them. */
  videoCount: number | null | Promise<number | null>;
  activity: readonly ActivityEntry[] | null | Promise<readonly ActivityEntry[] | null>;
};

export type ShellData = AccountData & {
  email: string;
  tabs: readonly Tab[];
};

/** The values of `?tab=` that lead to the management page. Stripe's portal returns with one of them. */
const MANAGEMENT_TABS: ReadonlySet<string | null> = new Set(["subscription", "settings", "billing"]);

export async function loadShell({ request }: { request: Request }): Promise<ShellData | Response> {
  const { searchParams, pathname } = new URL(request.url);
  if (MANAGEMENT_TABS.has(searchParams.get("tab"))) {
    const isChanged = searchParams.get(CARD_CHANGED.name) === CARD_CHANGED.value;
    return redirect(isChanged ? paths.manage.cardChanged() : paths.manage.href());
  }
  const { email } = requireSession(request);
  const { account, videoCount, activity } = await readAccount(request, pathname);
  const { features } = await loadConfig();
  return {
    email,
    account,
    videoCount,
    activity,
    tabs: [...TABS, ...(features.affiliate ? [AFFILIATE] : []), ACCOUNT],
  };
}

/** The overview's call also returns the frame's data. If the call fails, the frame still works. */
function readAccount(request: Request, pathname: string): Promise<AccountData> | AccountData {
  if (pathname !== paths.dashboard.href()) return loadAccount(request);
  return lastOverviewFor(request)?.overview ?? loadOverview(request).catch(unlessLeaving);
}

/** Waits for the account, so that its banner does not shift the page. After a failure, there is no banner. */
async function loadAccount(request: Request): Promise<AccountData> {
  const later = {
    videoCount: call(getVideoCount, {}).then(
      ({ videoCount }) => videoCount,
      () => null,
    ),
    activity: call(getActivityLogs, {}).then(
      ({ logs }) => logs,
      () => null,
    ),
  };
  const { account } = await orSignIn(request, call(getAccount, {}, { signal: request.signal })).catch(
    unlessLeaving,
  );
  return { ...later, account };
}

/** A redirect to the sign-in page is not a failure. */
function unlessLeaving(error: unknown): AccountData {
  if (error instanceof Response) throw error;
  return { account: null, videoCount: null, activity: null };
}
