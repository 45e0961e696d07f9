import { mayHave } from "./commonFilter.ts";
import { COMMON_PASSWORDS } from "./commonPasswords.ts";

let filter: Uint8Array | undefined;

/**
 * Whether it is one of the whole passwords that leaked most often, however its letters are written. Apart from the words,
 * because pages load the filter only once a password is typed.
 */
export function isLeaked(password: string): boolean {
  filter ??= Uint8Array.from(atob(COMMON_PASSWORDS), (sign) => sign.charCodeAt(0));
  return mayHave(filter, password.toLowerCase());
}
