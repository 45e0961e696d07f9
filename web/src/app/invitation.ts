import { isMailable } from "#shared/accounts/typedEmail.ts";
import { readStored, writeStored } from "./storage.ts";

// An invitation to a team: its secret, who sent it, and in the mailed link the address that it is for. It stands behind the
// `#` of the link, which no server sees, and from there moves into this tab, so that signing up and confirming the address carry
// the secret in no address.
const KEY = "invitation";

export type Invitation = { token: string; from: string | null; to: string | null };

/** @returns what the page's address has, else what this tab keeps; null without either */
export function takeInvitation(address: URL): Invitation | null {
  // Links that were mailed before have it in the query.
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

/** Null for what is no address, and for links that were mailed before they named people. Anybody can write a link. */
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
