import { useSyncExternalStore } from "react";
import { readStored, writeStored } from "../../app/storage.ts";
import { forgetSearches } from "../kit/searches.ts";
import { dropOperator, readOperator } from "./token.ts";

// The specification stores the flag and the last tab in local storage. The flag grants no access: the server decides,
// and a 403 clears the flag.
const FLAG = "adminAuthenticated";
const TAB = "adminTab";

type Admission = {
  admitted: boolean;
  /** Shown on the sign-in page. */
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

export function isFlagged(): boolean {
  return readStored("localStorage", FLAG) === "true" && readOperator() !== null;
}

/** Sets the flag after the sign-in. `enterUnlessRefused` shows the dashboard once its data has loaded. */
export function flag(): void {
  writeStored("localStorage", FLAG, "true");
  state = { ...current(), notice: null };
}

/** Shows the dashboard, unless a refusal has cleared the flag since the sign-in. */
export function enterUnlessRefused(): void {
  if (isFlagged()) set({ admitted: true, notice: null });
}

/** Returns to the sign-in page with a notice. If several calls of a page are refused, the first notice stays. */
export function shutOut(notice: string | null = null): void {
  writeStored("localStorage", FLAG, null);
  dropOperator();
  forgetSearches();
  set({ admitted: false, notice: current().notice ?? notice });
}

let arrived = false;

/**
 * Records that the back office was shown. From then on, /admin opens the overview. Before that, /admin reopens the tab
 * of the last visit.
 */
export function arrive(): void {
  arrived = true;
}

export const hasArrived = (): boolean => arrived;

export const rememberedTab = (): string | null => readStored("localStorage", TAB);

export function rememberTab(id: string): void {
  writeStored("localStorage", TAB, id);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // The operator signed out in another tab.
  const onStorage = (): void => {
    const admitted = isFlagged();
    if (!admitted && current().admitted) set({ admitted, notice: null });
  };
  window.addEventListener("storage", onStorage);
  // The operator may have signed out before the Back button restores this page from the browser's cache.
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
