import { readStored, writeStored } from "./storage.ts";

// The secret of an invitation to a team. It stands behind the `#` of the mailed link, which no server sees, and from
// there moves into this tab, so that signing up and confirming the address carry it in no address.
const KEY = "invitation";

/** @returns the secret in the page's address, else the one that this tab keeps; empty without one */
export function takeInvitation(address: URL): string {
  // Links that were mailed before have it in the query.
  const given = window.location.hash.slice(1) || address.searchParams.get("invitation");
  if (given) {
    writeStored("sessionStorage", KEY, given);
    window.history.replaceState(window.history.state, "", address.pathname);
  }
  return readStored("sessionStorage", KEY) ?? "";
}

export const hasInvitation = (): boolean => readStored("sessionStorage", KEY) !== null;

export function dropInvitation(): void {
  writeStored("sessionStorage", KEY, null);
}
