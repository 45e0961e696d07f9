import { useSyncExternalStore } from "react";
import { readStored, writeStored } from "../../app/storage.ts";
import { forgetSearches } from "../kit/searches.ts";
import { dropOperator, readOperator } from "./token.ts";

// The two things that the specification keeps in local storage. Neither lets anybody do anything: what the
// server answers is the truth, and a 403 takes the flag away.
const FLAG = "adminAuthenticated";
const TAB = "adminTab";

type Admission = {
  admitted: boolean;
  /** What is said at the door. */
  notice: string | null;
};

let state: Admission | undefined;
const listeners = new Set<() => void>();

function current(): Admission {
  state ??= { admitted: isFlagged(), notice: null };
  return state;
}

function set(next: Admission): void {
  state = next;
  for (const listener of listeners) listener();
}

/** Whether the flag is set, and there is a session that it can be about. */
export function isFlagged(): boolean {
  return readStored("localStorage", FLAG) === "true" && readOperator() !== null;
}

/** Signed in: the flag is set. The page goes over to the dashboard by `enter`, when its data is there. */
export function flag(): void {
  writeStored("localStorage", FLAG, "true");
  state = { ...current(), notice: null };
}

/** What was read in the meantime may have been refused: the flag is gone then. */
export function enterUnlessRefused(): void {
  if (isFlagged()) set({ admitted: true, notice: null });
}

/** Back to the door, with what to say there: what was found first, for the rest follows from it. */
export function shutOut(notice: string | null = null): void {
  writeStored("localStorage", FLAG, null);
  dropOperator();
  forgetSearches();
  set({ admitted: false, notice: current().notice ?? notice });
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
    if (!admitted && current().admitted) set({ admitted, notice: null });
  };
  window.addEventListener("storage", onStorage);
  // Or before Back brought this page out of the browser's cache.
  window.addEventListener("pageshow", onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", onStorage);
    window.removeEventListener("pageshow", onStorage);
  };
}

export function useAdmission(): Admission {
  return useSyncExternalStore(subscribe, current, current);
}
