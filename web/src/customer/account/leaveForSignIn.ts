import { paths } from "../../app/paths.ts";
import { signOut } from "../../app/session.ts";

const PARAMETER = "after";

/** Notes on the sign-in page. The page's address names the note, because a sign-out clears the browser's storage. */
const NOTES = {
  email: "Your email address was changed. Sign in with the new one.",
  password: "Your password was changed. Sign in with the new one.",
  factor: "Your second factor was changed. Sign in again.",
  recovered: "Your second factor was removed. Sign in, then turn it on again in your account.",
  sessions: "You are signed out everywhere.",
  deleted: "Your account is deleted. We emailed you a confirmation.",
} as const;
type Change = keyof typeof NOTES;

export function noteOf(query: URLSearchParams): string | null {
  const change = query.get(PARAMETER);
  return Object.entries(NOTES).find(([id]) => id === change)?.[1] ?? null;
}

/** Forgets the session, which the server has ended, and opens the sign-in page. */
export function leaveForSignIn(change: Change): void {
  // After a deletion there is no account page to return to.
  const back = change === "deleted" ? paths.dashboard.href() : paths.account.href();
  void signOut()
    .catch(() => undefined)
    .then(() => window.location.replace(`${paths.login.href(back)}&${PARAMETER}=${change}`));
}
