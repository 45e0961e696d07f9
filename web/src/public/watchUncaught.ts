/** Reports uncaught errors to the server, as the application does. The logger loads on the first error. */
export function watchUncaught(): void {
  const tell = (event: ErrorEvent | PromiseRejectionEvent): void => {
    // Ignores a failure to load it, which would otherwise be reported the same way in a loop.
    import("../app/log.ts").then(({ tellUncaught }) => tellUncaught(event)).catch(() => undefined);
  };
  window.addEventListener("error", tell);
  window.addEventListener("unhandledrejection", tell);
}
