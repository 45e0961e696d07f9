import { useSyncExternalStore } from "react";

type Asked = { email: string; answer: (signedIn: boolean) => void };

let asked: Asked | null = null;
const listeners = new Set<() => void>();

function set(next: Asked | null): void {
  asked = next;
  for (const listener of listeners) listener();
}

/**
 * Asks for the password in a dialog over the page, so that no input is lost. Resolves with false if the user declines,
 * or if the page cannot ask.
 */
export function signInAgain(email: string): Promise<boolean> {
  if (listeners.size === 0 || asked !== null) return Promise.resolve(false);
  return new Promise((resolve) => {
    set({
      email,
      answer: (signedIn) => {
        set(null);
        resolve(signedIn);
      },
    });
  });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useSignInAgain(): Asked | null {
  return useSyncExternalStore(
    subscribe,
    () => asked,
    () => asked,
  );
}
