// Loads the page's scripts after its first paint, so that they do not delay its style sheet and font.
(() => {
  const { entry, parts } = document.currentScript.dataset;
  const kept = new Set();

  // Keeps early clicks for later, unless they open a new window.
  const keep = (event) => {
    const target = event.target.closest(
      "[data-menu] button, [data-drawer], [data-theme-toggle], #demo button, [data-status-board] button, [data-checkout], [data-tour], form button, [data-carries]",
    );
    if (target === null || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    kept.add(target);
  };
  const hold = (event) => {
    event.preventDefault();
    kept.add(event.submitter ?? event.target);
  };
  const release = () => {
    document.removeEventListener("click", keep, true);
    document.removeEventListener("submit", hold, true);
    for (const target of kept) target.click();
  };

  const fetchScripts = () => {
    for (const href of parts.split(" ").filter(Boolean))
      document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
    const script = Object.assign(document.createElement("script"), { type: "module", src: entry });
    script.addEventListener("load", release);
    // Without the scripts, links still work, so early clicks are replayed in any case.
    script.addEventListener("error", release);
    document.head.append(script);
  };

  document.addEventListener("click", keep, true);
  document.addEventListener("submit", hold, true);
  if (!PerformanceObserver.supportedEntryTypes?.includes("paint")) {
    addEventListener("load", fetchScripts);
    return;
  }
  const observer = new PerformanceObserver(() => {
    observer.disconnect();
    fetchScripts();
  });
  observer.observe({ type: "paint", buffered: true });
})();
