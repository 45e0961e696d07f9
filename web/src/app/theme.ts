import { readStored, writeStored } from "./storage.ts";

/** The class on the root is the truth (static/theme.js sets it before the first paint); this flips it. */
export function toggleTheme(): "light" | "dark" {
  const theme = document.documentElement.classList.toggle("dark") ? "dark" : "light";
  writeStored("localStorage", "theme", theme);
  return theme;
}

/** Follows the system while nobody has chosen, and a choice that is made in another tab. */
export function followTheme(): void {
  const system = window.matchMedia("(prefers-color-scheme: dark)");
  const apply = (): void => {
    const stored = readStored("localStorage", "theme");
    const dark = stored === "dark" || (stored !== "light" && system.matches);
    document.documentElement.classList.toggle("dark", dark);
  };
  system.addEventListener("change", apply);
  window.addEventListener("storage", (event) => {
    if (event.key === "theme") apply();
  });
}
