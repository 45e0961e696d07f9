import { mayHave } from "./commonFilter.ts";
import { COMMON_PASSWORDS } from "./commonPasswords.ts";

let filter: Uint8Array | undefined;

/**
 * Whether the password is among those that leaked most often, ignoring case. In its own file, so that pages do not load
 * the filter before a person types a password.
 */
export function isLeaked(password: string): boolean {
  filter ??= Uint8Array.from(atob(COMMON_PASSWORDS), (sign) => sign.charCodeAt(0));
  return mayHave(filter, password.toLowerCase());
}
