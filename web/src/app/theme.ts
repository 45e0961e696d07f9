import { writeStored } from "./storage.ts";

/** Flips the class on the root element. static/theme.js sets it before the first paint and follows the system. */
export function toggleTheme(): "light" | "dark" {
  const theme = document.documentElement.classList.toggle("dark") ? "dark" : "light";
  writeStored("localStorage", "theme", theme);
  return theme;
}
