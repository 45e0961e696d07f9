import * as z from "zod/mini";
import { forgetLastState } from "./lastState.ts";
import { logWarning } from "./logQueue.ts";
import { LOGOUT_FAILED, SESSION_VALIDATION_FAILED, Session, type Side } from "./sessionRecord.ts";
import { clearStored, readStored, writeStored } from "./storage.ts";

const KEY = "session";
/** Renews a token this early, so that it does not expire during a call. */
const EARLY_SECONDS = 60;

let wasSignedIn = false;

export function readSession(): Session | null {
  const stored = readStored("localStorage", KEY);
  if (stored === null) return null;
  try {
    const session = z.parse(Session, JSON.parse(stored));
    wasSignedIn = true;
    return session;
  } catch (error) {
    // Deletes the unreadable session, so that the failure is logged only once.
    dropSession();
    logWarning(SESSION_VALIDATION_FAILED, error);
    return null;
  }
}

export function keepSession(session: Session): void {
  writeStored("localStorage", KEY, JSON.stringify(session));
}

export function dropSession(): void {
  writeStored("localStorage", KEY, null);
  forgetLastState();
}

type Tokens = (refused?: string) => Promise<string | null>;
let operatorToken: Tokens = async () => null;
/** Sets how `accessToken` gets an operator's token. Not called on public pages, which have no back office. */
export function takeOperatorTokens(from: Tokens): void {
  operatorToken = from;
}

/**
 * A valid token; null for a visitor who is not signed in.
 * @param refused a token that the API refused with 401, which must not be used again
 */
export async function accessToken(side: Side, refused?: string): Promise<string | null> {
  if (side === "operator") return operatorToken(refused);
  const session = readSession();
  if (session === null) return null;
  const fresh = session.expiresAt - EARLY_SECONDS > Date.now() / 1000;
  if (fresh && session.accessToken !== refused) return session.accessToken;
  const { refreshSession } = await import("./amplify.ts");
  const refreshed = await refreshSession();
  if (refreshed === null) {
    dropSession();
    return null;
  }
  keepSession(refreshed);
  return refreshed.accessToken;
}

/**
 * Ends the customer's session here and at Cognito, and clears both storages.
 * @returns false if Cognito could not be reached; the session in this browser has ended anyway
 */
export async function signOut(): Promise<boolean> {
  try {
    const { endSession } = await import("./amplify.ts");
    await endSession();
    return true;
  } catch (error) {
    logWarning(LOGOUT_FAILED, error);
    return false;
  } finally {
    clearStored();
  }
}

/**
 * @param callback called if the session ended in another tab, or while this page was in the back-forward cache
 * @param onRestored called if the page returned from the cache with a session, which the server may have ended
 */
export function onSignedOutElsewhere(callback: () => void, onRestored: () => void): () => void {
  const listener = (event: StorageEvent): void => {
    // `clear()` in another tab arrives with the key null.
    if ((event.key === KEY || event.key === null) && readSession() === null) callback();
  };
  const onShow = ({ persisted }: PageTransitionEvent): void => {
    if (!persisted) return;
    if (wasSignedIn && readSession() === null) callback();
    else onRestored();
  };
  window.addEventListener("storage", listener);
  window.addEventListener("pageshow", onShow);
  return () => {
    window.removeEventListener("storage", listener);
    window.removeEventListener("pageshow", onShow);
  };
}
