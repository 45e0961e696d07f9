import { authSentence, refusedCode } from "../../app/authErrors.ts";

// The specification quotes ONLY_PRIMARY, NO_USER and SIGN_OUT_FAILED.
export const ONLY_PRIMARY = "Only the primary admin account is authorized";
export const UNLESS_INVITED = `${ONLY_PRIMARY}. If you were invited to view, check your email and password.`;
export const NO_USER = "Login failed - no user data received";
export const SIGN_OUT_FAILED = "Sign out failed. Please try again.";
export const IDLE = "You were signed out after 30 minutes of inactivity.";
export const ENDED = "Your session has ended. Please sign in again.";

/** Whether the address or the password is wrong. The pool does not say which. */
export const isRefused = (error: unknown): boolean =>
  error instanceof Error && /^(NotAuthorized|UserNotFound)Exception$/.test(error.name);

/** The text after `Access Denied:`. */
export function reasonOf(error: unknown): string {
  return (
    authSentence(refusedCode(error) ?? error) ??
    (error instanceof Error && error.message !== "" ? error.message : NO_USER)
  );
}
