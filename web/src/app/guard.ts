import { redirect } from "react-router-dom";
import { ApiError, whileDoing } from "../api/ApiError.ts";
import { logger } from "./log.ts";
import { paths } from "./paths.ts";
import { dropSession, readSession } from "./session.ts";
import { SESSION_VALIDATION_FAILED, type Session } from "./sessionRecord.ts";

/** Returns the session, or redirects to the sign-in (or sign-up) page, which returns here afterwards. */
export function requireSession(request: Request, door: "login" | "signup" = "login"): Session {
  const session = readSession();
  if (session === null) throw redirect(paths[door].href(here(request)));
  return session;
}

/**
 * Awaits an API call for a loader. Redirects to the sign-in page if the session has ended.
 * @param doing names the action in the error page's heading
 */
export async function orSignIn<T>(request: Request, answer: Promise<T>, doing?: string): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) {
      // Otherwise the sign-in page would redirect back with this session, in a loop.
      dropSession();
      logger.log("WARN", SESSION_VALIDATION_FAILED, { error });
      throw redirect(paths.login.href(here(request)));
    }
    throw doing === undefined ? error : whileDoing(doing, error);
  }
}

/** The page's address, with the browser's hash if the path is the same. A request has no hash. */
function here(request: Request): string {
  const { pathname, search } = new URL(request.url);
  const opened = window.location;
  return pathname + search + (opened.pathname === pathname ? opened.hash : "");
}
