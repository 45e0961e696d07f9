import { isMailable } from "#shared/accounts/typedEmail.ts";
import { readStored, writeStored } from "./storage.ts";

// A team invitation: its secret, its sender, and in a mailed link the invited address. It comes in the link's hash,
// which servers do not see, and moves into this tab's storage, so that signing up keeps the secret out of all
// addresses.
const KEY = "invitation";

export type Invitation = { token: string; from: string | null; to: string | null };

/** @returns the invitation of the page's address, or of this tab; null without either */
export function takeInvitation(address: URL): Invitation | null {
  // Older links have it in the query.
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

/** Null if it is no address, and for older links without names. Anyone can write a link. */
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
