import { useEffect, useLayoutEffect, useState } from "react";
import { type Invitation, keptInvitation } from "../../app/invitation.ts";
import { paths } from "../../app/paths.ts";
import { readStored, writeStored } from "../../app/storage.ts";

const KEY = "typedEmail";

/** Keeps the typed address for the next page. */
export function carryEmail(email: string): void {
  writeStored("sessionStorage", KEY, email === "" ? null : email);
}

/** Taken once. */
export function carriedEmail(): string {
  const email = readStored("sessionStorage", KEY) ?? "";
  writeStored("sessionStorage", KEY, null);
  return email;
}

/**
 * Keeps the typed address through a reload and between sign-in and sign-up. Without one, fills in the invited address.
 * @returns the invitation, if the user came by one
 */
export function useCarriedEmail(
  next: string | null,
  typed: string,
  put: (email: string) => void,
): Invitation | null {
  const [invitation, setInvitation] = useState<Invitation | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the form comes to life, and when its address is read
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
