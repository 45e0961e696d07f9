// Applies the stored theme before the first paint, or the system's. Then follows the system until a choice is made, and
// choices of other tabs. It must be this file, since the system may change before other scripts load.
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
