// Runs before the first paint: the stored choice, else the system's. It then follows the system while nobody has chosen,
// and a choice that is made in another tab. No other file can: the system may change before any other script comes.
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
