import { type ReactElement, useEffect, useState } from "react";
import { Outlet, useLocation } from "react-router-dom";
import { READ_ONLY } from "#shared/apiKeys/levels.ts";
import { BRAND } from "#shared/brand.ts";
import type { SystemStats } from "#shared/insights/operator.ts";
import { ThemeToggle } from "../../app/ThemeToggle.tsx";
import { useTitle } from "../../app/useTitle.ts";
import { Button } from "../../ui/Button.tsx";
import { cx } from "../../ui/cx.ts";
import { DrawerButton } from "../../ui/DrawerButton.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { Mark } from "../../ui/Logo.tsx";
import { SkipLink } from "../../ui/SkipLink.tsx";
import { useDrawer } from "../../ui/useDrawer.ts";
import { ViewOnly } from "../../ui/ViewOnly.ts";
import { useSignOut } from "../gate/signOut.ts";
import { titleOf } from "../tabs.ts";
import type { Needs } from "./needs.ts";
import { Rail } from "./Rail.tsx";
import { SearchEverything } from "./SearchEverything.tsx";

export type DeskProps = { email: string; isReader: boolean; stats: SystemStats | null; needs: Needs };

export function Desk({ email, isReader, stats, needs }: DeskProps): ReactElement {
  const { pathname } = useLocation();
  const title = titleOf(pathname);
  useTitle(title);
  const drawer = useDrawer("64rem");
  const { open, setOpen } = drawer;
  const [searching, setSearching] = useState(false);
  const signOut = useSignOut();

  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      if (document.querySelector("dialog[open]") === null) setSearching(true);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);

  return (
    <div className="group/desk min-h-dvh lg:pl-(--rail)">
      <SkipLink />
      <aside
        id="rail"
        data-rail="desk"
        aria-label="Menu"
        className={cx(
          "fixed top-14 bottom-0 left-0 z-30 w-full flex-col overflow-y-auto border-r border-line bg-surface p-3",
          "sm:w-72 sm:shadow-float lg:top-0 lg:flex lg:w-(--rail) lg:shadow-none",
          open ? "flex" : "hidden",
        )}
      >
        <Rail stats={stats} needs={needs} onNavigate={() => setOpen(false)} />
      </aside>
      {open && (
        <button
          type="button"
          aria-label="Close menu"
          tabIndex={-1}
          onClick={() => setOpen(false)}
          className="fixed inset-0 top-14 z-20 bg-scrim max-sm:hidden lg:hidden"
        />
      )}
      <header className="sticky top-0 z-20 flex h-14 items-center gap-1 border-b border-line bg-paper px-4 sm:gap-2 sm:px-6 lg:static lg:h-auto lg:border-0 lg:px-7 lg:pt-5 xl:group-has-data-panel/desk:pr-99">
        <DrawerButton drawer={drawer} controls="rail" className="-ml-2.5 lg:hidden" />
        <Mark className="size-5 shrink-0 max-sm:hidden lg:hidden" />
        <h1 className="mr-auto min-w-0 truncate text-base sm:text-lg lg:text-[1.4rem] lg:leading-8">
          {title}
        </h1>
        <button
          type="button"
          aria-keyshortcuts="Control+K"
          onClick={() => setSearching(true)}
          className="flex h-9 items-center gap-2 rounded-control px-2.5 text-sm text-faint transition-colors hover:text-ink max-md:size-10 max-md:justify-center max-md:p-0 max-md:hover:bg-raised md:w-72 md:min-w-0 md:border md:border-edge md:bg-surface lg:w-80 xl:max-2xl:group-has-data-panel/desk:w-56"
        >
          <Icon name="search" className="size-4 shrink-0" />
          <span className="flex-1 truncate text-left max-md:sr-only">Search users, keys, payments</span>
          <span
            aria-hidden="true"
            className="rounded-small border border-line px-1.5 font-mono text-xs max-md:hidden"
          >
            Ctrl K
          </span>
        </button>
        <span
          className="hidden max-w-56 truncate px-2 text-sm text-quiet xl:block xl:max-2xl:group-has-data-panel/desk:hidden"
          title={`${BRAND.name}: ${email}`}
        >
          {email}
        </span>
        <span className="max-sm:hidden">
          <ThemeToggle />
        </span>
        <Button size="small" pending={signOut.busy} onClick={() => void signOut.leave()}>
          Sign Out
        </Button>
      </header>
      <main id="content" inert={open} className="px-4 pt-4 pb-16 sm:px-6 lg:px-7">
        {isReader && <p className="mb-4 text-sm text-quiet">{READ_ONLY}</p>}
        <ViewOnly value={isReader}>
          {/* The key resets forms between pages. A change of a list's parameters keeps the page. */}
          <Outlet key={pathname} context={needs} />
        </ViewOnly>
      </main>
      <ViewOnly value={isReader}>
        {searching && <SearchEverything onClose={() => setSearching(false)} />}
      </ViewOnly>
    </div>
  );
}
