import { readStored, writeStored } from "../../app/storage.ts";

const KEY = "operatorDevice";

/** A random id by which the server recognizes this browser. It survives a sign-out. */
export function deviceId(): string {
  const kept = readStored("localStorage", KEY);
  if (kept !== null && /^[0-9a-f]{32}$/.test(kept)) return kept;
  const id = crypto.randomUUID().replaceAll("-", "");
  writeStored("localStorage", KEY, id);
  return id;
}
