import type { ReactElement } from "react";
import { NavLink } from "react-router-dom";
import { BRAND } from "#shared/brand.ts";
import type { SystemStats } from "#shared/insights/operator.ts";
import { paths } from "../../app/paths.ts";
import { ThemeToggle } from "../../app/ThemeToggle.tsx";
import { Chip } from "../../ui/Chip.tsx";
import { cx } from "../../ui/cx.ts";
import { count, wholeDollars } from "../../ui/format.ts";
import { Logo } from "../../ui/Logo.tsx";
import { type DeskId, GROUPS, hrefOf, labelOf, type TabId } from "../tabs.ts";
import { badgeOf, badgeTitle, type Needs } from "./needs.ts";

type RailProps = { stats: SystemStats | null; needs: Needs; onNavigate: () => void };

export function Rail({ stats, needs, onNavigate }: RailProps): ReactElement {
  const quick = [
    { name: "Total Users", value: count(stats?.total_users ?? 0) },
    { name: "Active Subs", value: count(stats?.active_subscriptions ?? 0) },
    { name: "Active Seats", value: count(stats?.active_seats ?? 0) },
    { name: "Revenue", value: wholeDollars(stats?.total_revenue ?? 0) },
  ];
  return (
    <>
      <a
        href={paths.home.href()}
        className="mt-1.5 mb-4 hidden items-center gap-2 rounded-small px-2 py-1 lg:flex"
      >
        <Logo name={BRAND.name} />
        <Chip>operator</Chip>
      </a>
      <nav aria-label="Back office">
        {GROUPS.map(({ label, pages }) => (
          <section key={label} aria-label={label} className="not-first:mt-2.5">
            <p aria-hidden="true" className="px-2.5 pb-0.5 text-xs text-faint">
              {label}
            </p>
            <ul className="space-y-px">
              {pages.map((id) => (
                <Entry key={id} id={id} needs={needs} onNavigate={onNavigate} />
              ))}
            </ul>
          </section>
        ))}
      </nav>
      <div className="mt-3 border-t border-line pt-2 sm:hidden">
        <ThemeToggle />
      </div>
      <section aria-label="Quick Stats" className="mt-auto pt-6">
        <h2 className="sr-only">Quick Stats</h2>
        {stats === null && (
          <p role="status" className="mx-2.5 mb-2 text-xs text-warn-ink">
            The figures could not be loaded. The zeros are placeholders.
          </p>
        )}
        <dl className="grid grid-cols-2 gap-x-3 gap-y-2.5 border-t border-line px-2.5 pt-4 pb-1">
          {quick.map(({ name, value }) => (
            <div key={name} className="flex min-w-0 flex-col-reverse">
              <dt className="text-xs text-quiet">{name}</dt>
              <dd className="figures truncate text-[0.9375rem] font-semibold tracking-[-0.01em]">{value}</dd>
            </div>
          ))}
        </dl>
      </section>
    </>
  );
}

type EntryProps = Omit<RailProps, "stats"> & { id: TabId | DeskId };

function Entry({ id, needs, onNavigate }: EntryProps): ReactElement {
  const badge = badgeOf(needs, id);
  return (
    <li>
      <NavLink
        end={id === "overview"}
        to={hrefOf(id)}
        onClick={onNavigate}
        className={({ isActive }) =>
          cx(
            "flex h-7.5 items-center justify-between rounded-control px-2.5 text-sm transition-colors max-lg:h-11",
            isActive ? "bg-raised font-medium text-ink" : "text-quiet hover:bg-raised hover:text-ink",
          )
        }
      >
        {labelOf(id)}
        {badge !== null && (
          <span title={badgeTitle(needs, id)}>
            <Chip tone="bad" className="h-5! px-2!">
              {badge}
              <span className="sr-only"> open</span>
            </Chip>
          </span>
        )}
      </NavLink>
    </li>
  );
}
