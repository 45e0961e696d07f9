import { redirect } from "react-router-dom";
import { ApiError, whileDoing } from "../api/ApiError.ts";
import { logger } from "./log.ts";
import { paths } from "./paths.ts";
import { dropSession, readSession } from "./session.ts";
import { SESSION_VALIDATION_FAILED, type Session } from "./sessionRecord.ts";

/** The session, or off to the sign-in page (or another one), which comes back to where one wanted to go. */
export function requireSession(request: Request, door: "login" | "signup" = "login"): Session {
  const session = readSession();
  if (session === null) throw redirect(paths[door].href(here(request)));
  return session;
}

/**
 * What a loader asks the API for; where that says that the session is over, the same way as above.
 * @param doing the heading of the page that shows any other failure
 */
export async function orSignIn<T>(request: Request, answer: Promise<T>, doing?: string): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) {
      // The sign-in page redirects visitors with a session: one that the API refuses would loop forever.
      dropSession();
      logger.log("WARN", SESSION_VALIDATION_FAILED, { error });
      throw redirect(paths.login.href(here(request)));
    }
    throw doing === undefined ? error : whileDoing(doing, error);
  }
}

/** The address with its place on the page, which no request has: the browser's, where it is opening this page. */
function here(request: Request): string {
  const { pathname, search } = new URL(request.url);
  const opened = window.location;
  return pathname + search + (opened.pathname === pathname ? opened.hash : "");
}
