/** Reports uncaught errors to the server, as the application does. The logger is fetched only then. */
export function watchUncaught(): void {
  const tell = (event: ErrorEvent | PromiseRejectionEvent): void => {
    // A failure to fetch it must not be reported the same way, or it would loop.
    import("../app/log.ts").then(({ tellUncaught }) => tellUncaught(event)).catch(() => undefined);
  };
  window.addEventListener("error", tell);
  window.addEventListener("unhandledrejection", tell);
}
