import { useEffect, useLayoutEffect, useState } from "react";
import { type Invitation, keptInvitation } from "../../app/invitation.ts";
import { paths } from "../../app/paths.ts";
import { readStored, writeStored } from "../../app/storage.ts";

const KEY = "typedEmail";

/** Keeps the typed address for the next page. */
export function carryEmail(email: string): void {
  writeStored("sessionStorage", KEY, email === "" ? null : email);
}

/** Returns the kept address and deletes it. */
export function carriedEmail(): string {
  const email = readStored("sessionStorage", KEY) ?? "";
  writeStored("sessionStorage", KEY, null);
  return email;
}

/**
 * Keeps the typed address through a reload, and from sign-in to sign-up and back. An empty field gets the invited
 * address.
 * @returns the invitation that brought the user here, if any
 */
export function useCarriedEmail(
  next: string | null,
  typed: string,
  put: (email: string) => void,
): Invitation | null {
  const [invitation, setInvitation] = useState<Invitation | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on hydration and when `next` changes
  useLayoutEffect(() => {
    const kept = next === paths.joinTeam.href() ? keptInvitation() : null;
    setInvitation(kept);
    const email = readStored("sessionStorage", KEY) ?? kept?.to;
    if (email && typed === "") put(email);
  }, [next]);
  useEffect(() => {
    if (typed !== "") carryEmail(typed);
  }, [typed]);
  return invitation;
}
