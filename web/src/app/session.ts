import * as z from "zod/mini";
import { forgetLastState } from "./lastState.ts";
import { logWarning } from "./logQueue.ts";
import { LOGOUT_FAILED, SESSION_VALIDATION_FAILED, Session, type Side } from "./sessionRecord.ts";
import { clearStored, readStored, writeStored } from "./storage.ts";

const KEYS = { customer: "session", operator: "operatorSession" } as const satisfies Record<Side, string>;
/** A token is replaced this long before it ends, so that none ends on its way. */
const EARLY_SECONDS = 60;

/** Whether this document has seen a customer's session. */
let wasSignedIn = false;

export function readSession(side: Side = "customer"): Session | null {
  const stored = readStored("localStorage", KEYS[side]);
  if (stored === null) return null;
  try {
    const session = z.parse(Session, JSON.parse(stored));
    if (side === "customer") wasSignedIn = true;
    return session;
  } catch (error) {
    // The check is silent: it deletes the record and logs the failure once.
    dropSession(side);
    logWarning(SESSION_VALIDATION_FAILED, error);
    return null;
  }
}

export function keepSession(session: Session, side: Side = "customer"): void {
  writeStored("localStorage", KEYS[side], JSON.stringify(session));
}

/** Forgets a session that has ended. */
export function dropSession(side: Side = "customer"): void {
  writeStored("localStorage", KEYS[side], null);
  if (side === "customer") forgetLastState();
}

/**
 * A token that is valid now, or null for a visitor who is not or no longer signed in.
 * @param refused the token that the API answered 401 to, which is not to be used again
 */
export async function accessToken(side: Side, refused?: string): Promise<string | null> {
  const session = readSession(side);
  if (session === null) return null;
  const fresh = session.expiresAt - EARLY_SECONDS > Date.now() / 1000;
  if (fresh && session.accessToken !== refused) return session.accessToken;
  const { refreshSession } = await import("./amplify.ts");
  const refreshed = await refreshSession(side);
  if (refreshed === null) {
    dropSession(side);
    return null;
  }
  keepSession(refreshed, side);
  return refreshed.accessToken;
}

/**
 * Ends the customer's session here and at Cognito, and clears both storages whatever Cognito says.
 * @returns false if Cognito could not be reached; the session has ended in this browser all the same
 */
export async function signOut(): Promise<boolean> {
  try {
    const { endSession } = await import("./amplify.ts");
    await endSession("customer");
    return true;
  } catch (error) {
    logWarning(LOGOUT_FAILED, error);
    return false;
  } finally {
    clearStored();
  }
}

/**
 * @param callback the session has ended in another tab, or before Back brought this page out of the browser's cache
 * @param onRestored the page came out of the cache, and its session is still stored: the server may have ended it
 */
export function onSignedOutElsewhere(callback: () => void, onRestored: () => void): () => void {
  const listener = (event: StorageEvent): void => {
    // `clear()` in another tab arrives as a change of the key null.
    if ((event.key === KEYS.customer || event.key === null) && readSession() === null) callback();
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
