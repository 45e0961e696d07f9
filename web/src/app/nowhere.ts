import { redirect } from "react-router-dom";
import { isBackOffice, paths } from "./paths.ts";

const LOADED = window.location.href;

/**
 * Asks the server for a path that the application does not know. If the server answered with the application again,
 * opens the home page instead, to prevent a loop.
 */
export function loader({ request }: { request: Request }): Response | Promise<never> {
  const { pathname } = new URL(request.url);
  // `/admin-dashboard` and the like.
  if (isBackOffice(pathname)) return redirect(paths.admin.href());
  window.location.replace(request.url === LOADED ? paths.home.href() : request.url);
  // Never resolves, so that nothing else appears before the browser leaves this document.
  return new Promise(() => undefined);
}
