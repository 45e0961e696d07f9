import { readStored, writeStored } from "./storage.ts";

/**
 * The account's first page as last shown in this browser. The site deletes it with the session and before every change
 * from this browser, so that customers never see a state that is older than their own change.
 */
const KEY = "lastState";

export const readLastState = (): string | null => readStored("localStorage", KEY);
export const keepLastState = (state: string): void => writeStored("localStorage", KEY, state);
export const forgetLastState = (): void => writeStored("localStorage", KEY, null);
