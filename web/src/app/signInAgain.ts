import { useSyncExternalStore } from "react";

type Asked = { email: string; answer: (signedIn: boolean) => void };

let asked: Asked | null = null;
const listeners = new Set<() => void>();

function set(next: Asked | null): void {
  asked = next;
  for (const listener of listeners) listener();
}

/**
 * The session is over in the middle of something: asks for the password over the page, so that nothing that
 * was typed is lost. False where the person does not want to, or nothing on the page can ask.
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
