import * as z from "zod/mini";
import { logWarning } from "./logQueue.ts";
import { LOGOUT_FAILED, SESSION_VALIDATION_FAILED, Session } from "./sessionRecord.ts";
import { clearStored, readStored, writeStored } from "./storage.ts";

const KEY = "session";
/** A token is replaced this long before it ends, so that none ends on its way. */
const EARLY_SECONDS = 60;

export function readSession(): Session | null {
  const stored = readStored("localStorage", KEY);
  if (stored === null) return null;
  try {
    return z.parse(Session, JSON.parse(stored));
  } catch (error) {
    // The check is silent: it deletes the record and logs the failure once.
    dropSession();
    logWarning(SESSION_VALIDATION_FAILED, error);
    return null;
  }
}

export function keepSession(session: Session): void {
  writeStored("localStorage", KEY, JSON.stringify(session));
}

/** Forgets a session that is good for nothing any more. */
export function dropSession(): void {
  writeStored("localStorage", KEY, null);
}

/**
 * A token that is good for now, or null for somebody who is not signed in (any more).
 * @param refused the token that the API answered 401 to, which is not to be used again
 */
export async function accessToken(refused?: string): Promise<string | null> {
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
 * Ends the session here and at Cognito, and clears both storages whatever Cognito says.
 * @returns false where Cognito could not be told; the session has ended in this browser all the same
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

/** Calls back when the session ends in another tab. */
export function onSignedOutElsewhere(callback: () => void): () => void {
  const listener = (event: StorageEvent): void => {
    // `clear()` in another tab is told as a change of the key null.
    if ((event.key === KEY || event.key === null) && readSession() === null) callback();
  };
  window.addEventListener("storage", listener);
  return () => window.removeEventListener("storage", listener);
}
