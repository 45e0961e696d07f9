import { readStored, writeStored } from "../../app/storage.ts";

const KEY = "typedEmail";

/** Carries what was typed on the sign-in page to the next document, so that it need not be typed again. */
export function carryEmail(email: string): void {
  writeStored("sessionStorage", KEY, email === "" ? null : email);
}

/** Taken once. */
export function carriedEmail(): string {
  const email = readStored("sessionStorage", KEY) ?? "";
  writeStored("sessionStorage", KEY, null);
  return email;
}
