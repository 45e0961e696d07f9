import type { ReactElement } from "react";
import { NavLink } from "react-router-dom";
import { cx } from "../../ui/cx.ts";
import { Icon } from "../../ui/Icon.tsx";
import type { Tab } from "./tabs.ts";

type SideNavProps = { tabs: readonly Tab[]; onNavigate: () => void };

export function SideNav({ tabs, onNavigate }: SideNavProps): ReactElement {
  return (
    <nav aria-label="Account">
      <ul className="space-y-1">
        {tabs.map(({ id, label, href, icon }) => (
          <li key={id}>
            <NavLink
              end={id === "overview"}
              to={href}
              onClick={onNavigate}
              className={({ isActive }) =>
                cx(
                  "flex h-10 items-center gap-3 rounded-control px-3 text-sm transition-colors pointer-coarse:h-11",
                  isActive ? "bg-raised font-medium text-ink" : "text-quiet hover:bg-raised hover:text-ink",
                )
              }
            >
              <Icon name={icon} className="size-4 shrink-0" />
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
