import type { ReactElement } from "react";
import { Icon } from "../ui/Icon.tsx";
import { toggleTheme } from "./theme.ts";

/**
 * Renders both icons. The theme's class shows one of them, so the first paint is correct before any script runs.
 * On the public pages, which do not use React, public/live/theme.ts handles the click.
 */
export function ThemeToggle(): ReactElement {
  return (
    <button
      type="button"
      data-theme-toggle=""
      aria-label="Switch between light and dark"
      onClick={toggleTheme}
      className="grid size-[40px] place-items-center rounded-control text-quiet transition-colors hover:bg-raised hover:text-ink"
    >
      <Icon name="moon" className="size-4.5 dark:hidden" />
      <Icon name="sun" className="hidden size-4.5 dark:block" />
    </button>
  );
}
