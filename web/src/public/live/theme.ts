import { toggleTheme } from "../../app/theme.ts";

/** The page's own buttons change the theme. */
export function enlivenTheme(): void {
  document.addEventListener("click", ({ target }) => {
    if (target instanceof Element && target.closest("[data-theme-toggle]") !== null) toggleTheme();
  });
}
