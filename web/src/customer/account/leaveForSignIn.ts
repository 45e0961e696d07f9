import { paths } from "../../app/paths.ts";
import { signOut } from "../../app/session.ts";
import { readStored, writeStored } from "../../app/storage.ts";

/** What the sign-in page says to somebody whom a change has signed out. */
const SIGNED_OUT_NOTE = "signedOutNote";

export const readNote = (): string | null => readStored("sessionStorage", SIGNED_OUT_NOTE);

/** The next visit of the sign-in page is about something else. */
export const clearNote = (): void => writeStored("sessionStorage", SIGNED_OUT_NOTE, null);

/** The server has ended every session: forgets this one and leads to the sign-in page, which says why. */
export function leaveForSignIn(note: string): void {
  void signOut()
    .catch(() => undefined)
    .then(() => {
      writeStored("sessionStorage", SIGNED_OUT_NOTE, note);
      window.location.assign(paths.login.href(paths.account.href()));
    });
}
