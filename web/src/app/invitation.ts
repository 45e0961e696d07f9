import { isMailable } from "#shared/accounts/typedEmail.ts";
import { readStored, writeStored } from "./storage.ts";

// A team invitation: its secret, its sender and, in a mailed link, the invited address. They come in the link's hash,
// which servers do not see. The page moves them into this tab's storage, so that no later address contains the secret.
const KEY = "invitation";

export type Invitation = { token: string; from: string | null; to: string | null };

/** @returns the invitation in the page's address, else the one in this tab's storage, else null */
export function takeInvitation(address: URL): Invitation | null {
  // Older links have the invitation in the query.
  const given = window.location.hash.slice(1) || address.searchParams.get("invitation");
  if (given) {
    writeStored("sessionStorage", KEY, given);
    window.history.replaceState(window.history.state, "", address.pathname);
  }
  return keptInvitation();
}

export function keptInvitation(): Invitation | null {
  const kept = readStored("sessionStorage", KEY);
  if (kept === null) return null;
  const [token = "", from, to] = kept.split("/");
  return { token, from: addressIn(from), to: addressIn(to) };
}

/** Null if `part` is not an email address: older links have no address, and anyone can write a link. */
function addressIn(part = ""): string | null {
  try {
    const text = decodeURIComponent(part);
    return isMailable(text) ? text : null;
  } catch {
    return null;
  }
}

export function dropInvitation(): void {
  writeStored("sessionStorage", KEY, null);
}
