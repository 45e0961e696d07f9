import { toggleTheme } from "../../app/theme.ts";

export function enlivenTheme(): void {
  document.addEventListener("click", ({ target }) => {
    if (target instanceof Element && target.closest("[data-theme-toggle]") !== null) toggleTheme();
  });
}
