import type { ReactElement } from "react";
import { Icon } from "../ui/Icon.tsx";
import { toggleTheme } from "./theme.ts";

/**
 * Both icons are in the page, and the theme's class shows one: correct from the first paint, without a script.
 * The public pages do not use React; there, public/live/theme.ts does the same.
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
