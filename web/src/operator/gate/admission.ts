import { useSyncExternalStore } from "react";
import { dropSession, readSession } from "../../app/session.ts";
import { readStored, writeStored } from "../../app/storage.ts";

// The two things that the specification keeps in local storage. Neither lets anybody do anything: what the
// server answers is the truth, and a 403 takes the flag away.
const FLAG = "adminAuthenticated";
const TAB = "adminTab";

type Admission = {
  admitted: boolean;
  /** What is said at the door. */
  notice: string | null;
  /** Signed in, and without the second factor that this deployment requires. */
  mustEnrol: boolean;
};

let state: Admission | undefined;
const listeners = new Set<() => void>();

function current(): Admission {
  state ??= { admitted: isFlagged(), notice: null, mustEnrol: false };
  return state;
}

function set(next: Admission): void {
  state = next;
  for (const listener of listeners) listener();
}

/** Whether the flag is set, and there is a session that it can be about. */
export function isFlagged(): boolean {
  return readStored("localStorage", FLAG) === "true" && readSession() !== null;
}

/** Signed in: the flag is set. The page goes over to the dashboard by `enter`, when its data is there. */
export function flag(): void {
  writeStored("localStorage", FLAG, "true");
  state = { ...current(), notice: null };
}

/** What was read meanwhile may have been refused: the flag is gone then, or a second factor is wanted. */
export function enterUnlessRefused(): void {
  if (isFlagged() && !current().mustEnrol) set({ admitted: true, notice: null, mustEnrol: false });
}

/** The second factor is there. */
export function enrolled(): void {
  set({ admitted: true, notice: null, mustEnrol: false });
}

/** Back to the door, with what to say there: what was found first, for the rest follows from it. */
export function shutOut(notice: string | null = null): void {
  writeStored("localStorage", FLAG, null);
  dropSession();
  set({ admitted: false, notice: current().notice ?? notice, mustEnrol: false });
}

/** The server wants a second factor first: nothing but its enrolment. */
export function demandSecondFactor(): void {
  if (!current().mustEnrol) set({ admitted: false, notice: null, mustEnrol: true });
}

export const rememberedTab = (): string | null => readStored("localStorage", TAB);

export function rememberTab(id: string): void {
  writeStored("localStorage", TAB, id);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Signed out, or in, in another tab of the browser.
  const onStorage = (): void => {
    const admitted = isFlagged();
    if (!admitted && current().admitted) set({ admitted, notice: null, mustEnrol: false });
  };
  window.addEventListener("storage", onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", onStorage);
  };
}

export function useAdmission(): Admission {
  return useSyncExternalStore(subscribe, current, current);
}
