const DOTLESS_DOMAINS: Readonly<Record<string, string>> = {
  "gmail.com": "gmail.com",
  "googlemail.com": "gmail.com",
};

/** Providers that deliver `name+tag` to `name`. Elsewhere, the two addresses may belong to different people. */
const TAGGED_DOMAINS: ReadonlySet<string> = new Set([
  "aol.com",
  "fastmail.com",
  "gmail.com",
  "googlemail.com",
  "hotmail.com",
  "icloud.com",
  "live.com",
  "mac.com",
  "me.com",
  "outlook.com",
  "pm.me",
  "proton.me",
  "protonmail.com",
  "yahoo.com",
]);

/** Whether two addresses are the same as typed, apart from case and outer spaces. */
export const isSameAddress = (one: string, other: string): boolean => written(one) === written(other);

const written = (email: string): string => email.trim().normalize("NFC").toLowerCase();

/** Whether one person certainly reads both addresses: ignores a `+tag` only where the provider does. */
export function isSameReader(one: string, other: string): boolean {
  return isSameAddress(one, other) || readerOf(one) === readerOf(other);
}

/** The mailbox of an address. Keeps the `+tag` where the provider could give the tagged address to someone else. */
export function readerOf(email: string): string {
  const domain = written(email).split("@").at(-1) ?? "";
  return TAGGED_DOMAINS.has(domain) ? normaliseEmail(email) : written(email);
}

/**
 * Reduces an address to its mailbox, so that a person gets one free key and no commission on their own purchases. Folds
 * case and Unicode form, drops zero-width characters and the `+tag`, and drops dots where the provider ignores them.
 * Never show the result or mail to it: the address as typed is stored beside it.
 */
export function normaliseEmail(email: string): string {
  const folded = email
    .normalize("NFKC")
    .replaceAll(/\p{Cf}/gu, "")
    .trim()
    .toLowerCase();
  const at = folded.lastIndexOf("@");
  if (at < 1) return folded;
  const domain = folded.slice(at + 1);
  const mailbox = folded.slice(0, at).split("+")[0] ?? "";
  const dotless = DOTLESS_DOMAINS[domain];
  return dotless ? `${mailbox.replaceAll(".", "")}@${dotless}` : `${mailbox}@${domain}`;
}

/** `s…@example.com`: enough for the owner to recognize the mailbox. */
export const maskEmail = (email: string): string => email.replace(/^(.).*(?=@[^@]*$)/u, "$1…");
