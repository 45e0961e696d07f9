import { readStored } from "../../app/storage.ts";

/** Whether this browser has a customer's session. Public pages stay small without the parser of app/session.ts. */
export function hasSession(): boolean {
  try {
    const stored: unknown = JSON.parse(readStored("localStorage", "session") ?? "null");
    return typeof stored === "object" && stored !== null && "accessToken" in stored;
  } catch {
    return false;
  }
}
