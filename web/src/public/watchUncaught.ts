/** Reports uncaught errors to the server, as the application does. The logger loads on the first error. */
export function watchUncaught(): void {
  const tell = (event: ErrorEvent | PromiseRejectionEvent): void => {
    // Ignores a failure to load the logger, which would otherwise report itself in a loop.
    import("../app/log.ts").then(({ tellUncaught }) => tellUncaught(event)).catch(() => undefined);
  };
  window.addEventListener("error", tell);
  window.addEventListener("unhandledrejection", tell);
}
