import { readStored } from "../../app/storage.ts";

/** Whether this browser holds a customer's session (app/session.ts), without the application's own parser. */
export function hasSession(): boolean {
  try {
    const stored: unknown = JSON.parse(readStored("localStorage", "session") ?? "null");
    return typeof stored === "object" && stored !== null && "accessToken" in stored;
  } catch {
    return false;
  }
}
