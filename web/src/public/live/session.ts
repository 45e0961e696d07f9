import { readStored } from "../../app/storage.ts";

/**
 * Whether this browser has a customer's session. Does not use the parser of app/session.ts, to keep public pages small.
 */
export function hasSession(): boolean {
  try {
    const stored: unknown = JSON.parse(readStored("localStorage", "session") ?? "null");
    return typeof stored === "object" && stored !== null && "accessToken" in stored;
  } catch {
    return false;
  }
}
