import { readStored, writeStored } from "./storage.ts";

/**
 * What the account's first page showed last in this browser. It is forgotten with the session, and whenever this browser
 * changes something, so that nobody is shown the state from before their own click.
 */
const KEY = "lastState";

export const readLastState = (): string | null => readStored("localStorage", KEY);
export const keepLastState = (state: string): void => writeStored("localStorage", KEY, state);
export const forgetLastState = (): void => writeStored("localStorage", KEY, null);
