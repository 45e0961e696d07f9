import { redirect } from "react-router-dom";
import { type Account, getAccount } from "#shared/accounts/customer.ts";
import type { ActivityEntry } from "#shared/activity/activity.ts";
import { getActivityLogs, getVideoCount } from "#shared/activity/customer.ts";
import { call } from "../../api/call.ts";
import { loadConfig } from "../../app/config.ts";
import { orSignIn, requireSession } from "../../app/guard.ts";
import { CARD_CHANGED, paths } from "../../app/paths.ts";
import { ACCOUNT, AFFILIATE, TABS, type Tab } from "./tabs.ts";

export type ShellData = {
  email: string;
  account: Account | null;
  /** Both arrive after the page; null where they could not be had, for no tab hangs on them. */
  videoCount: Promise<number | null>;
  activity: Promise<readonly ActivityEntry[] | null>;
  /** The side navigation. */
  tabs: readonly Tab[];
};

/** `?tab=` of these leads to the management view, and goes from the address (Stripe's portal returns with it). */
const MANAGEMENT_TABS: ReadonlySet<string | null> = new Set(["subscription", "settings", "billing"]);

export async function loadShell({ request }: { request: Request }): Promise<ShellData | Response> {
  const { searchParams } = new URL(request.url);
  if (MANAGEMENT_TABS.has(searchParams.get("tab"))) {
    const isChanged = searchParams.get(CARD_CHANGED.name) === CARD_CHANGED.value;
    return redirect(isChanged ? paths.manage.cardChanged() : paths.manage.href());
  }
  const { email } = requireSession(request);
  const data = {
    email,
    videoCount: call(getVideoCount, {}).then(
      ({ videoCount }) => videoCount,
      () => null,
    ),
    activity: call(getActivityLogs, {}).then(
      ({ logs }) => logs,
      () => null,
    ),
  };
  // Waited for, so that the banner it may lead to pushes nothing down; without it there is none.
  const account = await orSignIn(request, call(getAccount, {}, { signal: request.signal })).catch(
    (error: unknown) => {
      if (error instanceof Response) throw error;
      return null;
    },
  );
  // Everything but billing is refused to a suspended account.
  const isBilling = new URL(request.url).pathname.startsWith(paths.manage.href());
  if (account?.account.suspended && !isBilling) return redirect(paths.manage.href());
  const { features } = await loadConfig();
  return {
    ...data,
    account: account?.account ?? null,
    tabs: [...TABS, ...(features.affiliate ? [AFFILIATE] : []), ACCOUNT],
  };
}
