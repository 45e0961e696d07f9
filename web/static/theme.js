// Applies the stored theme, or else the system's, before the first paint. Then follows changes of the stored theme in
// other tabs and, without a stored theme, of the system's theme. Loads first, because the system's theme may change
// before other scripts load.
(() => {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const apply = () => {
    let stored = null;
    try {
      stored = localStorage.getItem("theme");
    } catch {
      // Storage may be forbidden.
    }
    const dark = stored === "dark" || (stored !== "light" && system.matches);
    document.documentElement.classList.toggle("dark", dark);
  };
  apply();
  system.addEventListener("change", apply);
  addEventListener("storage", ({ key }) => key === "theme" && apply());
})();
