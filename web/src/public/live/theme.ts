import { followTheme, toggleTheme } from "../../app/theme.ts";

/** The theme follows the system, the other tabs, and the page's own buttons. */
export function enlivenTheme(): void {
  followTheme();
  document.addEventListener("click", ({ target }) => {
    if (target instanceof Element && target.closest("[data-theme-toggle]") !== null) toggleTheme();
  });
}
