import { writeStored } from "./storage.ts";

/** The class on the root is the truth: static/theme.js sets it before the first paint and follows the system; this flips it. */
export function toggleTheme(): "light" | "dark" {
  const theme = document.documentElement.classList.toggle("dark") ? "dark" : "light";
  writeStored("localStorage", "theme", theme);
  return theme;
}
