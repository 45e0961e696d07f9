import { redirect } from "react-router-dom";
import { isBackOffice, paths } from "./paths.ts";

const LOADED = window.location.href;

/**
 * The loader of paths that the application does not know. The server has a page for them; where it sent the application
 * after all, the home page is the way out of a circle.
 */
export function loader({ request }: { request: Request }): Response | Promise<never> {
  const { pathname } = new URL(request.url);
  // `/admin-dashboard` and the like.
  if (isBackOffice(pathname)) return redirect(paths.admin.href());
  window.location.replace(request.url === LOADED ? paths.home.href() : request.url);
  // The document is leaving: nothing else is to be shown.
  return new Promise(() => undefined);
}
