const DOTLESS_DOMAINS: Readonly<Record<string, string>> = {
  "gmail.com": "gmail.com",
  "googlemail.com": "gmail.com",
};

/** Providers that deliver `name+tag` to `name`. Elsewhere the two may be different people. */
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

/** Whether two addresses are one, as they were written. */
export const isSameAddress = (one: string, other: string): boolean => written(one) === written(other);

const written = (email: string): string => email.trim().normalize("NFC").toLowerCase();

/** Whether both addresses are certainly read by one person: a `+tag` is dropped only where the provider drops it. */
export function isSameReader(one: string, other: string): boolean {
  return isSameAddress(one, other) || readerOf(one) === readerOf(other);
}

/** The mailbox of an address, with its `+tag` where another person may have that. */
export function readerOf(email: string): string {
  const domain = written(email).split("@").at(-1) ?? "";
  return TAGGED_DOMAINS.has(domain) ? normaliseEmail(email) : written(email);
}

/**
 * One mailbox, one string: what "one free key per person" and "no commission for yourself" compare.
 * Case and Unicode form are folded, characters without a width are dropped, a `+tag` is cut off, and where the provider ignores dots so do we.
 * Never shown and never mailed to: the address as typed is kept beside it.
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

/** `s…@example.com`: enough for its owner to know which mailbox it is. */
export const maskEmail = (email: string): string => email.replace(/^(.).*(?=@[^@]*$)/u, "$1…");
