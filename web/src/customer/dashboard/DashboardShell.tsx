import { type ReactElement, useState } from "react";
import { Link, Outlet, useLoaderData, useLocation } from "react-router-dom";
import type { Account } from "#shared/accounts/customer.ts";
import { BRAND } from "#shared/brand.ts";
import { paths } from "../../app/paths.ts";
import { signOut } from "../../app/session.ts";
import { ThemeToggle } from "../../app/ThemeToggle.tsx";
import { Button, buttonClass } from "../../ui/Button.tsx";
import { cx } from "../../ui/cx.ts";
import { DrawerButton } from "../../ui/DrawerButton.tsx";
import { Logo, Mark } from "../../ui/Logo.tsx";
import { SkipLink } from "../../ui/SkipLink.tsx";
import { useDrawer } from "../../ui/useDrawer.ts";
import { endThisSession } from "../account/endThisSession.ts";
import { Problems } from "../standing/Problems.tsx";
import { suspended } from "../standing/problems.ts";
import { LeftCheckout } from "./LeftCheckout.tsx";
import { loadShell, type ShellData } from "./loader.ts";
import { SideNav } from "./SideNav.tsx";
import { TopLine } from "./TopCards.tsx";
import { tabOf } from "./tabs.ts";
import type { ShellContext } from "./useShell.ts";

export const loader = loadShell;

export function Component(): ReactElement {
  const { tabs, ...context } = useLoaderData<ShellData>();
  const { email, account, videoCount, activity } = context;
  const { pathname } = useLocation();
  const drawer = useDrawer("64rem");
  const { open, setOpen } = drawer;
  const tab = tabOf(pathname);
  // The management and account pages show no video count and no activity. The overview shows its own.
  const hasTopCards =
    !account?.suspended &&
    tab.id !== "overview" &&
    !pathname.startsWith(paths.manage.href()) &&
    !pathname.startsWith(paths.account.href());

  return (
    <div className="min-h-dvh lg:pl-(--rail)">
      <SkipLink />
      <header className="sticky top-0 z-20 flex min-h-14 flex-wrap items-center gap-2 border-b border-line bg-paper px-4 lg:hidden">
        <DrawerButton drawer={drawer} controls="rail" className="-ml-2.5" />
        <a href={paths.home.href()} className="mr-auto flex items-center gap-2 rounded-small font-semibold">
          <Mark className="size-5" />
          {BRAND.name}
        </a>
        <ThemeToggle />
        <SignOutButton />
      </header>

      <aside
        id="rail"
        data-rail="account"
        aria-label="Menu"
        className={cx(
          "fixed top-14 bottom-0 left-0 z-30 w-full flex-col overflow-y-auto border-r border-line bg-paper p-3.5",
          "lg:top-0 lg:flex lg:w-(--rail)",
          open ? "flex" : "hidden",
        )}
      >
        <a href={paths.home.href()} className="mt-1.5 mb-6 hidden rounded-small px-3 py-1 lg:inline-block">
          <Logo name={BRAND.name} />
        </a>
        <SideNav tabs={tabs} onNavigate={() => setOpen(false)} />
        <p className="mt-auto truncate border-t border-line px-3 pt-4 pb-2 text-sm text-quiet lg:hidden">
          {email}
        </p>
      </aside>

      <main
        id="content"
        inert={open}
        className="mx-auto w-full max-w-[70rem] px-4 pt-6 pb-24 sm:px-8 lg:pt-7"
      >
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
          <div>
            <h1 className="text-xl">{tab.title}</h1>
            <p className="mt-0.5 text-sm text-quiet">{tab.lead}</p>
          </div>
          <div className="hidden items-center gap-2 lg:flex">
            <ThemeToggle />
            <span className="max-w-64 truncate pr-1 text-sm text-quiet">{email}</span>
            <SignOutButton />
          </div>
        </div>
        <div className="mt-6">
          {["overview", "subscription"].includes(tab.id) && <LeftCheckout />}
          <div key={pathname} className="animate-enter">
            {account?.suspended && !WHILE_SUSPENDED.includes(tab.id) ? (
              <Suspended account={account} />
            ) : (
              <Outlet context={context satisfies ShellContext} />
            )}
          </div>
          {hasTopCards && (
            <div className="mt-6">
              <TopLine videoCount={videoCount} activity={activity} />
            </div>
          )}
        </div>
      </main>
    </div>
  );
}

const WHILE_SUSPENDED: readonly string[] = ["subscription", "account"];

function Suspended({ account }: { account: Account }): ReactElement {
  return (
    <>
      <Problems problems={[suspended(account)]} />
      <div className="mt-4 flex flex-wrap gap-2">
        <Link to={paths.manage.href()} className={buttonClass()}>
          See your payments
        </Link>
        <Link to={paths.account.href()} className={buttonClass()}>
          Your data
        </Link>
      </div>
    </>
  );
}

function SignOutButton(): ReactElement {
  const [busy, setBusy] = useState(false);
  const leave = async (): Promise<void> => {
    setBusy(true);
    await endThisSession();
    const ended = await signOut();
    window.location.assign(ended ? paths.login.href() : paths.login.afterFailedLogout());
  };
  return (
    <Button size="small" pending={busy} onClick={leave}>
      {busy ? "Signing out..." : "Sign Out"}
    </Button>
  );
}
