import { readStored, writeStored } from "./storage.ts";

/** The browser stores nothing for this site, so there can be no session. */
export class StorageRefused extends Error {
  override readonly name = "StorageRefused";
}

/** @throws StorageRefused */
export function requireStorage(): void {
  const probe = "storage";
  writeStored("localStorage", probe, probe);
  if (readStored("localStorage", probe) !== probe) throw new StorageRefused();
  writeStored("localStorage", probe, null);
}
