import { redirect } from "react-router-dom";
import { isBackOffice, paths } from "./paths.ts";

const LOADED = window.location.href;

/**
 * Loads paths that the application does not know. The server has a page for them; if it served the application instead,
 * the home page breaks the loop.
 */
export function loader({ request }: { request: Request }): Response | Promise<never> {
  const { pathname } = new URL(request.url);
  // `/admin-dashboard` and the like.
  if (isBackOffice(pathname)) return redirect(paths.admin.href());
  window.location.replace(request.url === LOADED ? paths.home.href() : request.url);
  // Never resolves, so that nothing else appears before the browser leaves this document.
  return new Promise(() => undefined);
}
