/** What nobody caught is told to the server, as the application does it. The logger is fetched only then. */
export function watchUncaught(): void {
  const tell = (event: ErrorEvent | PromiseRejectionEvent): void => {
    // A failure to fetch it must not be told by the same way, for ever.
    import("../app/log.ts").then(({ tellUncaught }) => tellUncaught(event)).catch(() => undefined);
  };
  window.addEventListener("error", tell);
  window.addEventListener("unhandledrejection", tell);
}
